import { commitInBatches } from './commit-in-batches.ts';
import type { CommandContext } from './context.ts';
import { getDocumentName } from './record-source.ts';

/**
 * The collection with the ids of records that were erased for a person. An id is
 * random, and its document is empty. Visitors can neither read nor write the
 * collection, because firestore.rules does not name it.
 */
export const erasedCollection = 'erasedRecords';

/** Remembers that records were erased for a person, so that no restore brings them back. */
export async function rememberErased(
  context: CommandContext,
  ids: ReadonlySet<string>,
): Promise<void> {
  const writes = [...ids].map((id) => {
    const name = getDocumentName(context.source, `${erasedCollection}/${id}`);
    return { update: { name, fields: {} } };
  });
  await commitInBatches(context, writes, writes.length, 'remembered');
}

export async function readErasedIds({
  source,
}: CommandContext): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const page of source.find(erasedCollection)) {
    for (const { id } of page) ids.add(id);
  }
  return ids;
}
