import { withTimeout } from './timeout.ts';

// Downloads files of code, and finds out why one has failed. Has no state, because the
// boot loader and the app each contain a copy of this module.

export class ChunkFailure extends Error {
  constructor(
    readonly kind: 'missing' | 'timeout' | 'network',
    readonly address: string,
  ) {
    super(`Loading chunk failed (${kind}): ${address}`);
  }
}

const loadTimeout = 120_000;
/** Timeout in milliseconds of each request that diagnoses a failed load. */
const diagnosisTimeout = 10_000;

/** Requests a file from the server, and replaces the copy in every cache. */
export async function refetchFile(file: string): Promise<void> {
  const response = await fetch(file, { cache: 'reload' });
  // Browsers cache a response only after its body was read.
  await response.arrayBuffer();
}

/** Adds a link element. Rejects if the linked file fails to load. */
export function addLink(rel: string, href: string): Promise<unknown> {
  return new Promise((onload, onerror) => {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel, href, onload, onerror }));
  });
}

/**
 * Resolves with the module, or throws a ChunkFailure after an error or a timeout.
 * After an error, requests the files to find its cause, which browsers do not report.
 * If `addresses` is empty, as in development, throws the original error.
 */
export async function withFailureCause<T>(
  addresses: readonly string[],
  modulePromise: Promise<T>,
): Promise<T> {
  const lastAddress = addresses.at(-1) ?? '';
  const createTimeout = () => new ChunkFailure('timeout', lastAddress);

  try {
    return await withTimeout(loadTimeout, modulePromise, createTimeout);
  } catch (error) {
    if (!lastAddress || error instanceof ChunkFailure) throw error;

    for (const address of addresses) {
      if (await isMissing(address)) throw new ChunkFailure('missing', address);
    }
    throw new ChunkFailure('network', lastAddress);
  }
}

/** Whether the server has answered that it does not have the file. */
async function isMissing(address: string): Promise<boolean> {
  const request = fetch(address, { method: 'HEAD', cache: 'no-store' });
  const createTimeout = () => new Error('No answer in time');

  try {
    const { status } = await withTimeout(
      diagnosisTimeout,
      request,
      createTimeout,
    );
    return status === 404;
  } catch {
    return false;
  }
}
