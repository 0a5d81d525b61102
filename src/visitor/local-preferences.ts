import { useSyncExternalStore } from 'react';
import { createSignal } from '../async/signal.ts';

/** What this device remembers of its visitor, by its key in localStorage. */
type Key = 'pear_user_email' | 'pear_analytics';

/** Where storage is full or forbidden: for this page only. */
const here = new Map<Key, string>();
const { subscribe, notify } = createSignal();

/** What is getPreference, or ''; live, also when another tab changes it. */
export function usePreference(key: Key): string {
  return useSyncExternalStore(
    onPreferenceChange,
    () => getPreference(key),
    () => '',
  );
}

export function getPreference(key: Key): string {
  try {
    return here.get(key) ?? localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Remembers it in place of what was; '' is to forget. */
export function setPreference(key: Key, text: string): void {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
    here.delete(key);
  } catch {
    here.set(key, text);
  }
  notify();
}

/** A page out of the back-forward cache may have missed another tab's. */
export function onPreferenceChange(listener: () => void): () => void {
  const unsubscribe = subscribe(listener);
  addEventListener('storage', listener);
  addEventListener('pageshow', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
    removeEventListener('pageshow', listener);
  };
}
