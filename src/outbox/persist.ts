/** Firefox's own property: Firefox alone asks the visitor, all others decide. */
const asksVisitor = 'mozInnerScreenX' in globalThis;
let isAsked = false;

/** Asks, once, that what is kept stays when the disk is full; never by a prompt. */
export function keepOnFullDisk(): void {
  if (isAsked || asksVisitor) return;
  isAsked = true;
  void navigator.storage?.persist?.().catch(() => undefined);
}
