import { initializeApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  doc,
  getDocFromCache,
  initializeFirestore,
  persistentLocalCache,
  persistentMultipleTabManager,
  serverTimestamp,
  setDoc,
  waitForPendingWrites,
} from 'firebase/firestore';
import { startForm } from './form-page.ts';

// As https://firebase.google.com/docs/firestore/manage-data/enable-offline shows.

const app = initializeApp({ projectId: 'demo-pear', apiKey: 'key' });
const firestore = initializeFirestore(app, {
  localCache: persistentLocalCache({
    tabManager: persistentMultipleTabManager(),
  }),
});
connectFirestoreEmulator(firestore, location.hostname, Number(location.port));

// Without a call the client would not start, and would not send earlier messages.
void waitForPendingWrites(firestore);

startForm(async (values, say) => {
  const message = doc(firestore, 'careers', crypto.randomUUID());

  let isSettled = false;
  setDoc(message, { ...values, timestamp: serverTimestamp() })
    .then(
      () => say('sent'),
      () => say('error'),
    )
    .finally(() => {
      isSettled = true;
    });

  // A read of the cache waits for the write to the cache.
  const snapshot = await getDocFromCache(message).catch(() => undefined);
  if (snapshot?.metadata.hasPendingWrites && !isSettled) say('saved');
});
