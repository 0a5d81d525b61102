import { UserError } from '../node/user-error.ts';
import type { CommandContext } from './context.ts';
import { recordsPerProgressLine } from './read-records.ts';
import type { Write } from './record-source.ts';

/**
 * Commits writes in batches if --yes is set. Otherwise prints what --yes would do.
 * Its errors contain no command to paste, because an email can contain shell code.
 */
export async function commitInBatches(
  { source, print, log, signal, yes, out }: CommandContext,
  writes: Iterable<Write>,
  total: number,
  done: 'erased' | 'restored',
  action: string,
): Promise<void> {
  if (!yes) {
    await print(
      `Nothing was ${done} yet. To ${action}, add --yes to this command.\n`,
    );
    return;
  }
  if (source.isProduction) {
    const operationLabel = done === 'erased' ? 'deletions' : 'writes';
    log(
      `This costs ${total} ${operationLabel} in ${source.place}; the free plan allows 20000 a day.`,
    );
  }
  let doneCount = 0;
  let batch: Write[] = [];
  const commitBatch = async () => {
    const newFileText = out ? ', with a new file for --out' : '';
    const remainderText = `${doneCount} of ${total} records were ${done}; run the command again for the rest${newFileText}.`;
    if (signal.aborted) throw new UserError(`Interrupted: ${remainderText}`);
    await source.commit(batch).catch((error: Error) => {
      const reason = error.message.replace(/\.?$/, '.');
      throw new UserError(`${reason} Before that, ${remainderText}`);
    });
    doneCount += batch.length;
    if (doneCount % recordsPerProgressLine < batch.length)
      log(`${doneCount} of ${total} ${done}`);
    batch = [];
  };
  for (const write of writes) {
    batch.push(write);
    if (batch.length === source.maxWritesPerCommit) await commitBatch();
  }
  if (batch.length > 0) await commitBatch();
}
