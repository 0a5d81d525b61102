import {
  forgetAlteredFile,
  isDue,
  listAlteredFiles,
  recordAlteredFile,
} from './altered-files.ts';
import {
  isStored,
  putInCache,
  type StoreOutcome,
  store,
} from './file-cache.ts';
import {
  files,
  isImmutable,
  isVerified,
  type ListedFile,
  packUrl,
} from './listed-files.ts';

/** The offline pack is not worth its size if fewer files than this are missing. */
const minFilesForPack = 6;
/** Chromium limits the concurrent requests of an installing worker to three. */
const maxConcurrentRequests = 3;

/**
 * Stores every file of this version that the cache lacks. After a failure the
 * stored files stay, so the next install continues with the rest.
 *
 * `workbox-precaching` fetches one file after the other, and does not verify
 * them: https://github.com/GoogleChrome/workbox/issues/2880
 */
export async function install(): Promise<void> {
  try {
    await storeFiles();
  } catch (error) {
    console.error(`pear: the site is not offline yet: ${error}`);
    throw error;
  }
}

/**
 * Accepts that a proxy alters some files, which then load from the network. Throws
 * if all requested files are wrong, as behind a captive portal or an old CDN edge.
 */
async function storeFiles(): Promise<void> {
  const missingFiles = new Set<ListedFile>();
  await forEachConcurrently([...files.values()], async (file) => {
    if (!(await isStored(file))) missingFiles.add(file);
  });

  const isPackUsed = missingFiles.size >= minFilesForPack;
  let verifiedCount = isPackUsed ? await unpack(missingFiles) : 0;
  const alteredFiles: ListedFile[] = [];

  await forEachConcurrently([...missingFiles], async (file) => {
    if (!(await isDue(file))) return;

    const outcome = await fetchFile(file);
    switch (outcome) {
      case 'stored':
        verifiedCount += 1;
        break;
      case 'altered':
        alteredFiles.push(file);
        break;
      case 'foreign':
        throw new Error(`a web page at ${file.address}`);
      default:
        outcome satisfies never;
    }
  });

  // The pack has another address, which the proxy may not alter.
  if (alteredFiles.length > 0 && !isPackUsed)
    verifiedCount += await unpack(new Set(alteredFiles));

  for (const file of alteredFiles) {
    if (await isStored(file)) continue;
    if (verifiedCount === 0) throw new Error(`other bytes at ${file.address}`);
    await recordAlteredFile(file);
  }
}

/** Requests the altered files again, each at most once an hour. */
export async function retryAlteredFiles(): Promise<void> {
  for (const address of await listAlteredFiles()) {
    const file = files.get(address);
    if (!file || !(await isDue(file))) continue;

    const isRepaired =
      (await isStored(file)) || (await fetchFile(file)) === 'stored';
    await (isRepaired ? forgetAlteredFile(file) : recordAlteredFile(file));
  }
}

/** Fetches and stores a file. Bypasses the HTTP cache if its copy may be wrong. */
async function fetchFile(file: ListedFile): Promise<StoreOutcome> {
  const fetchWith = async (cache: RequestCache) => {
    const options = { cache, redirect: 'error' } as const;
    return store(file, await fetch(file.address, options));
  };

  if (isImmutable(file)) {
    const outcome = await fetchWith('default');
    if (outcome === 'stored') return outcome;
  }

  return fetchWith('reload');
}

/**
 * Downloads the offline pack, and stores those of its files that the cache lacks, in
 * up to two attempts. Returns the number of files with verified content.
 */
async function unpack(missing: Set<ListedFile>): Promise<number> {
  const firstAttempt = await tryToUnpack(missing, 'default');
  if (firstAttempt.isComplete) return firstAttempt.verifiedCount;

  const secondAttempt = await tryToUnpack(missing, 'reload');
  return secondAttempt.verifiedCount;
}

/** Reads the pack. Its first line is the number of its files, and each other line a file. */
async function tryToUnpack(missing: Set<ListedFile>, cache: RequestCache) {
  let expectedCount = Number.NaN;
  let verifiedCount = 0;
  try {
    const response = await fetch(packUrl ?? '', { cache, redirect: 'error' });
    for await (const line of readLines(response)) {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'number') expectedCount = value;
      else if (await unpackFile(value, missing)) verifiedCount += 1;
    }
  } catch (error) {
    // Another download does not help if the disk has failed.
    if (error instanceof DOMException) throw error;
  }
  return { verifiedCount, isComplete: verifiedCount === expectedCount };
}

/** Stores a file of the pack if it is missing. Resolves with whether it is verified. */
async function unpackFile(
  line: unknown,
  missingFiles: Set<ListedFile>,
): Promise<boolean> {
  if (!Array.isArray(line)) return false;

  const [path, text] = line.map(String);
  const file = files.get(new URL(path ?? '', self.location.href).href);
  const bytes = new TextEncoder().encode(text);
  if (!file || !(await isVerified(file, bytes))) return false;

  if (missingFiles.has(file)) {
    await putInCache(file, bytes);
    missingFiles.delete(file);
  }
  return true;
}

/** Yields each line of the body when the line is complete. */
async function* readLines({ body }: Response): AsyncGenerator<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let unfinishedLine = '';
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    unfinishedLine += decoder.decode(value, { stream: !done });

    const lines = unfinishedLine.split('\n');
    unfinishedLine = lines.pop() ?? '';
    yield* lines;
    if (done) return;
  }
}

async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  const workOnRemaining = async () => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(
    Array.from({ length: maxConcurrentRequests }, workOnRemaining),
  );
}
