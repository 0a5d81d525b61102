import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseObject, readText } from '../node/read-text.ts';
import { UserError } from '../node/user-error.ts';
import type { CommandContext } from './context.ts';
import { replaceFile } from './output-file.ts';

/** The time until which a reader of --new has seen each collection. */
export type Mark = Readonly<Record<string, string>>;

/** Opens the mark of one reader of one database, by the name that --new gives. */
export function openMark({ dataDir, source }: CommandContext, name: string) {
  const file = path.join(dataDir, 'marks.json');
  const key = `${source.id} ${name}`;
  const marks = readMarks(file);

  return {
    /** Whether this machine has never run --new with this name for this database. */
    isNew: !marks[key],
    lastTimes: marks[key] ?? {},
    async move(times: Mark): Promise<void> {
      const content = { ...marks, [key]: { ...marks[key], ...times } };
      fs.mkdirSync(dataDir, { recursive: true });
      await replaceFile(file, async (fill) => fill(JSON.stringify(content)));
    },
  };
}

function readMarks(file: string): Record<string, Mark> {
  const marks = fs.existsSync(file) ? parseObject(readText(file)) : {};
  if (marks) return { ...marks };
  throw new UserError(
    `${file} cannot be read; delete it, and --new prints all records again.`,
  );
}
