/**
 * Prevents delivery of a submission until the page releases the lock or closes.
 * Steals the lock from another page that edits the submission. Resolves with the
 * function that releases the lock. Calls `onEnd` if the lock is released or stolen.
 * Without Web Locks the submission may be sent during the edit.
 */
export function takeEditLock(
  id: string,
  onEnd: (release: () => Promise<void>) => void = () => undefined,
): Promise<() => Promise<void>> {
  return new Promise((resolve) => {
    let signalRelease: () => void = () => undefined;
    const releasePromise = new Promise<void>((resolve) => {
      signalRelease = resolve;
    });
    const release = async () => {
      signalRelease();
      await lockRequest;
    };
    const lockRequest: Promise<void> = request(id, { steal: true }, () => {
      resolve(release);
      return releasePromise;
    })
      // Another page has stolen the lock, or the browser refuses locks.
      .catch(() => resolve(release))
      .then(() => onEnd(release));
  });
}

export function isBeingEdited(id: string): Promise<boolean> {
  const isHeldElsewhere = async (lock: Lock | null) => lock === null;
  return request(id, { ifAvailable: true }, isHeldElsewhere).catch(() => false);
}

/** Rejects, instead of throwing, in a browser without Web Locks. */
async function request<T>(
  id: string,
  options: LockOptions,
  work: (lock: Lock | null) => Promise<T>,
): Promise<T> {
  return navigator.locks.request(`pear-edit-${id}`, options, work);
}
