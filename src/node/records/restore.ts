import { readCopy } from './copy.ts';
import { toEntry } from './source.ts';
import { inSteps, listing, type Task } from './steps.ts';

/** Writes back what a copy holds; what is there already is written again. */
export async function restore(file: string, task: Task): Promise<void> {
  const { source, print, isConfirmed } = task;
  const shown = listing(3);
  let total = 0;
  // All of it first, so that a copy that is cut short restores nothing.
  for await (const { path, fields } of readCopy(file, source.project)) {
    const [collection = '', id = ''] = path.split('/');
    shown.add(collection, toEntry(id, fields, ''));
    total += 1;
  }
  await print(`Records in ${file}\n${shown.text()}`);
  if (!isConfirmed) {
    await print(
      `Nothing is restored yet. To write ${total} to ${source.place}: npm run records -- restore ${file} --yes\n`,
    );
    return;
  }
  await inSteps(
    readCopy(file, source.project),
    total,
    (documents) => source.restore(documents),
    'restored',
    task,
  );
  await print(`Restored ${total} to ${source.place}: ${shown.counts()}.\n`);
}
