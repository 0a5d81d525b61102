import { useSyncExternalStore } from 'react';

const key = 'pear_user_email';

/** The email of the last waitlist signup on this device, or ''. */
export function useRememberedEmail(): string {
  return useSyncExternalStore(onChange, read, () => '');
}

export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(key, email);
  } catch {
    // Storage may be full or forbidden: then feedback asks for the email.
  }
}

function read(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function onChange(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
