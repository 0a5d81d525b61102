import { draftPrefix } from '../boot/early-input.ts';

/** Returns the keys in localStorage where the last release kept the app's drafts. */
export function listFormerKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) =>
      key.startsWith(draftPrefix),
    );
  } catch {
    return [];
  }
}
