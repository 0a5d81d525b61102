/** Firefox's own property: Firefox alone asks the visitor, all others decide. */
const asksVisitor = 'mozInnerScreenX' in globalThis;
let isAsked = false;

/** Asks, once, that what is kept stays on a full disk; never by a prompt. */
export async function keepOnFullDisk(): Promise<void> {
  if (isAsked || asksVisitor) return;
  isAsked = true;
  try {
    await navigator.storage?.persist?.();
  } catch {
    // It is kept as long as there is room.
  }
}
