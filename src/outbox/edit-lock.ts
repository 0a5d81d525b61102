/** With a submission's id: the lock of the page that edits it. */
const prefix = 'pear-edit-';

/**
 * Keeps a submission from being sent until the returned function is called, or
 * the page is gone: a lock needs no renewal, which a sleeping device would
 * miss. It is taken from whoever holds it; `onEnd` is called with that function
 * when this hold ends, however it does. Without locks nothing is held back.
 */
export function takeEditLock(
  id: string,
  onEnd: (release: () => Promise<void>) => void = () => undefined,
): Promise<() => Promise<void>> {
  return new Promise((taken) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const end = async () => {
      release();
      await holding;
    };
    const holding: Promise<void> = request(id, { steal: true }, () => {
      taken(end);
      return released;
    })
      // Another page has taken it, or this browser refuses locks.
      .catch(() => taken(end))
      .then(() => onEnd(end));
  });
}

export function isEdited(id: string): Promise<boolean> {
  const isTaken = async (lock: Lock | null) => lock === null;
  return request(id, { ifAvailable: true }, isTaken).catch(() => false);
}

async function request<T>(
  id: string,
  options: LockOptions,
  use: (lock: Lock | null) => Promise<T>,
): Promise<T> {
  return navigator.locks.request(prefix + id, options, use);
}
