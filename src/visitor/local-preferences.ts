import { useSyncExternalStore } from 'react';
import { createSignal } from '../async/signal.ts';

/** Stored until the visitor changes them. SECURITY.md lists all keys of localStorage. */
type PreferenceKey = 'pear_user_email' | 'pear_analytics';

/** Values that could not be stored, because localStorage is full or forbidden. */
const unstoredValues = new Map<PreferenceKey, string>();
const { subscribe, notify } = createSignal();

/** Returns the preference or '', and renders again when any tab changes it. */
export function usePreference(key: PreferenceKey): string {
  return useSyncExternalStore(
    onPreferenceChange,
    () => getPreference(key),
    () => '',
  );
}

export function getPreference(key: PreferenceKey): string {
  try {
    return unstoredValues.get(key) ?? localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Stores a preference; '' removes it. */
export function setPreference(key: PreferenceKey, text: string): void {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
    unstoredValues.delete(key);
  } catch {
    unstoredValues.set(key, text);
  }
  notify();
}

export function onPreferenceChange(listener: () => void): () => void {
  const unsubscribe = subscribe(listener);
  addEventListener('storage', listener);
  // A page in the back-forward cache misses `storage` events.
  addEventListener('pageshow', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
    removeEventListener('pageshow', listener);
  };
}
