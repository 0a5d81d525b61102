import { UserError } from '../node/user-error.ts';
import type { CommandContext } from './context.ts';
import { recordsPerProgressLine } from './read-records.ts';
import type { Write } from './record-source.ts';

/**
 * Commits writes in batches. `done` names the change in messages. If the command is
 * interrupted, throws a UserError that says how far it came. Such an error contains no
 * command to paste, because an email can contain shell code.
 */
export async function commitInBatches(
  { source, log, signal }: CommandContext,
  writes: Iterable<Write>,
  total: number,
  done: 'erased' | 'remembered',
): Promise<void> {
  let doneCount = 0;
  let batch: Write[] = [];

  const commitBatch = async () => {
    const remainderText = `${doneCount} of ${total} records were ${done}; run the command again for the rest.`;
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
