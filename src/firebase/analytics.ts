import {
  type Analytics,
  getAnalytics,
  isSupported,
  setAnalyticsCollectionEnabled,
} from 'firebase/analytics';
import { measurementId } from '../env.ts';
import { getFirebaseApp } from './app.ts';

let analytics: Analytics | undefined;

export async function setAnalyticsEnabled(isWanted: () => boolean) {
  if (!analytics && !(await isSupported())) return;

  const isOn = isWanted();
  // Firebase sets this flag too, but only after analytics has started.
  Object.assign(window, { [`ga-disable-${measurementId}`]: !isOn });

  if (isOn) analytics ??= getAnalytics(getFirebaseApp());
  if (analytics) setAnalyticsCollectionEnabled(analytics, isOn);
}
