import { draftPrefix } from '../boot/early-input.ts';

/**
 * Returns the keys of the app's former drafts, which were in localStorage until drafts got
 * ids (docs/decisions/0035-drafts-have-ids.md).
 */
export function listFormerKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) =>
      key.startsWith(draftPrefix),
    );
  } catch {
    return [];
  }
}
