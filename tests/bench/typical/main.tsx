import '../../../src/styles/base.css';
import { initializeApp } from 'firebase/app';
import { initializeFirestore, persistentLocalCache } from 'firebase/firestore';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '../../../src/app/app.tsx';

// How such a site is usually begun: Firestore's own client with its own
// offline store, and an empty page that the script fills.
initializeFirestore(initializeApp({ projectId: 'demo-pear' }), {
  localCache: persistentLocalCache(),
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <BrowserRouter>
    <App />
  </BrowserRouter>,
);
