import { UserError } from '../user-error.ts';
import { type Progress, progressOf } from './progress.ts';
import type { Entry, Source } from './source.ts';
import { lineOf } from './summary.ts';

/** A change of records that shows first what it would do. */
export interface Task {
  source: Source;
  progress: Progress;
  print(text: string): Promise<boolean>;
  /** Whether it is to be done, not only shown. */
  isConfirmed: boolean;
  /** Ends the work after the step that is being done. */
  signal: AbortSignal;
}

/** Records that a change is about: their number, and the first of them. */
export function listing(maxShown: number) {
  const groups = new Map<string, { count: number; lines: string }>();
  return {
    add(collection: string, entry: Entry): void {
      const { count = 0, lines = '' } = groups.get(collection) ?? {};
      const line = count < maxShown ? lineOf(entry) : '';
      groups.set(collection, { count: count + 1, lines: lines + line });
    },
    /** As in 'waitlist 2, feedback 1'. */
    counts: () =>
      [...groups].map(([name, { count }]) => `${name} ${count}`).join(', '),
    text: () =>
      [...groups]
        .map(([collection, { count, lines }]) => {
          const more = count - maxShown;
          const rest = more > 0 ? `  … and ${more} more\n` : '';
          return `${collection}: ${count}\n${lines}${rest}`;
        })
        .join(''),
  };
}

const words = {
  erased: { cost: 'deletions of', kind: 'Erasing' },
  restored: { cost: 'writes to', kind: 'Restoring' },
};

/** Does it in steps; where it cannot go on, says how far it came. */
export async function inSteps<T>(
  all: AsyncIterable<T> | Iterable<T>,
  total: number,
  act: (step: readonly T[]) => Promise<void>,
  done: keyof typeof words,
  { source, progress, signal }: Task,
): Promise<void> {
  const { cost, kind } = words[done];
  if (source.isProduction) {
    progress.progress(
      `This takes ${total} ${cost} ${source.place}; the free plan has 20000 a day.`,
    );
  }
  const tell = progressOf(progress, `${kind}:`, done, total);
  let count = 0;
  const soFar = () =>
    `${count} of ${total} are ${done}; run it again for the rest.`;
  let step: T[] = [];
  const finish = async () => {
    if (signal.aborted) throw new UserError(`Interrupted: ${soFar()}`);
    try {
      await act(step);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new UserError(`${error.message} Until then ${soFar()}`);
    }
    count += step.length;
    step = [];
    tell(count);
  };
  for await (const one of all) {
    step.push(one);
    if (step.length === source.atOnce) await finish();
  }
  if (step.length > 0) await finish();
}
