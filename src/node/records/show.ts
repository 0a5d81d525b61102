import * as path from 'node:path';
import { collections } from '../server/firestore/rules.ts';
import { readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import type { Arguments } from './arguments.ts';
import { keepAsked, readAsked } from './last-asked.ts';
import type { World } from './main.ts';
import type { Selection } from './selection.ts';
import { nothingIn, type Source } from './source.ts';
import { summarize } from './summary.ts';
import { headOf, writeTable } from './table.ts';
import { writeWhole } from './whole-file.ts';

/** Shows records as a summary or as a table; keeps what was asked last. */
export async function show(
  source: Source,
  given: Arguments,
  world: World,
): Promise<void> {
  const { collection, isNew, isUnique, since } = given;
  const shown = collection ? [collection] : [...collections.keys()];
  const { dataDir } = readSettings(world.env);
  const asked = isNew ? readAsked(dataDir, source.place) : {};
  const until = isNew ? await source.now() : '';
  const selectionOf = (name: string): Selection => ({
    since,
    isUnique,
    ...(isNew && { arrival: { after: asked[name] ?? '', until } }),
  });
  const isGiven = await (given.format
    ? giveTable(source, shown, selectionOf, given, world)
    : giveSummary(source, shown, selectionOf, given, world));
  if (isGiven === 'nothing' && !isNew) throw nothingIn(source, shown, since);
  if (isGiven !== 'all' || !isNew) return;
  const marks = shown.map((name) => [name, until] as const);
  await keepAsked(dataDir, source.place, Object.fromEntries(marks));
}

type Given = 'all' | 'nothing' | 'a part, since nobody read on';

async function giveSummary(
  source: Source,
  shown: readonly string[],
  selectionOf: (collection: string) => Selection,
  { isCounted }: Arguments,
  world: World,
): Promise<Given> {
  let total = 0;
  let all = '';
  for (const name of shown) {
    const selection = { ...selectionOf(name), isCounted };
    const { text, count } = await summarize(source, name, selection, world);
    total += count;
    all += text;
  }
  if (total === 0 && !isCounted) return 'nothing';
  const isRead = await world.print(`Records in ${source.place}\n${all}`);
  return isRead ? 'all' : 'a part, since nobody read on';
}

async function giveTable(
  source: Source,
  shown: readonly string[],
  selectionOf: (collection: string) => Selection,
  { collection, format = 'csv', tool, isNew, isUnique, out }: Arguments,
  world: World,
): Promise<Given> {
  if (format === 'csv' && !collection) {
    throw new UserError(
      'A table holds one collection; name it, as in: npm run records -- waitlist --csv --out waitlist.csv',
    );
  }
  const { directory, print } = world;
  const isTerminal = out === undefined && world.isTerminal;
  const style = { name: format, tool, isTerminal };
  const table = writeTable(source, shown, selectionOf, style, world);
  let piece = await table.next();
  while (!piece.done && piece.value.text === '') piece = await table.next();
  // A file is touched only when there is something to write to it; but one of
  // what is new must not go on showing what was new before.
  if (piece.done && !(isNew && out !== undefined)) return 'nothing';
  const fill = async (write: (text: string) => Promise<boolean> | boolean) => {
    let count = 0;
    if (!(await write(headOf(collection ?? '', isUnique, style)))) return count;
    for (; !piece.done; piece = await table.next()) {
      count += piece.value.count;
      if (!(await write(piece.value.text))) break;
    }
    return count;
  };
  if (out !== undefined) {
    const file = path.resolve(directory, out);
    const count = await writeWhole(file, fill);
    if (count > 0) await print(`${count} of ${shown.join(', ')} in ${file}\n`);
  } else await fill(print);
  return piece.done ? 'all' : 'a part, since nobody read on';
}
