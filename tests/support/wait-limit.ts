/** Milliseconds after which a test stops waiting, and says what it waited for. */
export const waitLimit = 60_000;

/** Rejects after the limit if the promise has not settled. The error says what is missing. */
export async function limitWait<T>(
  promise: Promise<T>,
  description: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limitPromise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Within a minute, ${description} did not happen`));
    }, waitLimit);
  });
  try {
    return await Promise.race([promise, limitPromise]);
  } finally {
    clearTimeout(timer);
  }
}
