import { getAnalytics, isSupported } from 'firebase/analytics';
import { firebaseApp } from './app.ts';

/** Starts counting visits; the caller has seen to it that nobody objects. */
export async function startAnalytics(): Promise<void> {
  if (await isSupported()) getAnalytics(firebaseApp());
}
