import type { Entry, Source, Span } from './source.ts';

/** How far a command is, told while it works. */
export interface Progress {
  progress(line: string): void;
  /** Milliseconds, as Date.now gives them. */
  now(): number;
}

/** Few enough go without a word, as in a nightly mail of what is new. */
const manyReads = 1000;

/** Reads collections whole; tells what that costs, and how far it is. */
export async function* readAll(
  source: Source,
  collections: readonly string[],
  progress: Progress,
  span: Span = {},
): AsyncIterable<{ collection: string; page: readonly Entry[] }> {
  const counts: number[] = [];
  for (const name of collections) counts.push(await source.count(name, span));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (source.isProduction && total >= manyReads) {
    progress.progress(
      `This takes about ${total} reads of ${source.place}; the free plan has 50000 a day.`,
    );
  }
  for (const [index, collection] of collections.entries()) {
    const tell = progressOf(
      progress,
      `${collection}:`,
      'read',
      counts[index] ?? 0,
    );
    let done = 0;
    for await (const page of source.pages(collection, span)) {
      if (page.length > 0) yield { collection, page };
      done += page.length;
      tell(done);
    }
  }
}

/** Returns a function that reports progress at most once a second. */
export function progressOf(
  { progress, now }: Progress,
  what: string,
  deed: string,
  total: number,
): (done: number) => void {
  const start = now();
  let last = start;
  return (done) => {
    const time = now();
    if (time - last < 1000 || done >= total) return;
    last = time;
    const rate = Math.round(done / ((time - start) / 1000));
    progress(
      `${what} ${done} of ${total} ${deed}, ${rate} a second, ${total - done} left`,
    );
  };
}
