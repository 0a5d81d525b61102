import {
  forgetAltered,
  isDue,
  listAltered,
  recordAltered,
} from './altered-files.ts';
import { isStored, put, store } from './file-cache.ts';
import {
  files,
  isBuilt,
  isImmutable,
  type ListedFile,
  pack,
} from './manifest.ts';

declare const self: ServiceWorkerGlobalScope;

/** Fewer files are fetched one by one. */
const packIsWorthwhile = 6;
/** Chromium lets an installing worker run no more fetches at a time. */
const lanes = 3;

/**
 * Stores every file of this version that the cache does not hold, and nothing
 * that the build did not produce. What has been stored stays if the install
 * fails, so the next install continues from there.
 *
 * `workbox-precaching` is not used because it fetches one file after the other
 * and checks none: https://github.com/GoogleChrome/workbox/issues/2880
 */
export async function install(): Promise<void> {
  try {
    await storeAll();
  } catch (error) {
    console.error(`pear: the site is not offline yet: ${error}`);
    throw error;
  }
}

/**
 * A file that a proxy alters for good does not prevent the install, because the
 * network can still answer requests for that file. If every answer is wrong, the
 * network is a captive portal or an outdated edge, so the install fails.
 */
async function storeAll(): Promise<void> {
  const missing = new Set<ListedFile>();
  await forEach([...files.values()], async (file) => {
    if (!(await isStored(file))) missing.add(file);
  });
  const isMany = missing.size >= packIsWorthwhile;
  let right = isMany ? await unpack(missing) : 0;
  const altered: ListedFile[] = [];
  await forEach([...missing], async (file) => {
    if (!(await isDue(file))) return;
    const outcome = await fetchAlone(file);
    if (outcome === 'foreign') throw new Error(`a web page at ${file.address}`);
    if (outcome === 'stored') right += 1;
    else altered.push(file);
  });
  if (altered.length > 0 && !isMany) right += await unpack(new Set(altered));
  for (const file of altered) {
    if (await isStored(file)) continue;
    if (right === 0) throw new Error(`other bytes at ${file.address}`);
    await recordAltered(file);
  }
}

/** Requests each altered file again, once an hour. */
export async function retryAltered(): Promise<void> {
  for (const address of await listAltered()) {
    const file = files.get(address);
    if (!file || !(await isDue(file))) continue;
    const isRight =
      (await isStored(file)) || (await fetchAlone(file)) === 'stored';
    await (isRight ? forgetAltered(file) : recordAltered(file));
  }
}

/** Fetches a file past the HTTP cache if that may hold other bytes. */
async function fetchAlone(file: ListedFile) {
  const fetchWith = async (cache: RequestCache) =>
    store(file, await fetch(file.address, { cache, redirect: 'error' }));
  if (isImmutable(file)) {
    const outcome = await fetchWith('default');
    if (outcome === 'stored') return outcome;
  }
  return fetchWith('reload');
}

/**
 * Stores the files of the pack that are missing, as they arrive. Returns the
 * number of lines that hold what the build produced. Requests the pack a second
 * time if a line is wrong, or if the download breaks off.
 */
async function unpack(missing: Set<ListedFile>): Promise<number> {
  let right = 0;
  for (const cache of ['default', 'reload'] as const) {
    let expected = Number.NaN;
    right = 0;
    try {
      const response = await fetch(pack ?? '', { cache, redirect: 'error' });
      for await (const line of linesOf(response)) {
        const found = parse(line);
        if (typeof found === 'number') expected = found;
        else if (await unpackLine(found, response.headers, missing)) right += 1;
      }
    } catch (error) {
      // The disk has failed, which another download cannot mend.
      if (error instanceof DOMException) throw error;
    }
    if (right === expected) break;
  }
  return right;
}

async function unpackLine(
  line: unknown,
  headers: Headers,
  missing: Set<ListedFile>,
): Promise<boolean> {
  if (!Array.isArray(line)) return false;
  const [path, type, text] = line.map(String);
  const file = files.get(new URL(path ?? '', self.location.href).href);
  const bytes = new TextEncoder().encode(text);
  if (!file || !(await isBuilt(file, bytes))) return false;
  if (missing.has(file)) {
    await put(file, bytes, headersOf(file, headers, type ?? ''));
    missing.delete(file);
  }
  return true;
}

/** Hosting gives every path the same headers, except for these two. */
function headersOf(file: ListedFile, pack: Headers, type: string): Headers {
  const headers = new Headers(pack);
  headers.set('content-type', type);
  if (!isImmutable(file)) headers.set('cache-control', 'no-cache');
  return headers;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Yields each line of the body once it has arrived. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (done) return;
  }
}

/** Runs the work for each item, three at a time; rejects with the first error. */
async function forEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const run = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, run));
}
