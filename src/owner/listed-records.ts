import * as path from 'node:path';
import { readLines } from '../node/read-text.ts';
import { UserError } from '../node/user-error.ts';
import { knownFields } from '../rules/known-fields.ts';
import type { CommandContext } from './context.ts';

/**
 * Reads the paths of records from a file that --ids names. Each line has a
 * collection/id. A comment starts with " #". Returns each path with its line.
 */
export function readListedRecords(
  { directory }: Pick<CommandContext, 'directory'>,
  name: string,
): Map<string, string> {
  const file = path.resolve(directory, name);
  const lines = new Map<string, string>();

  for (const { text, number } of readLines(file)) {
    const recordPath = text.replace(/(^|\s)#.*/, '').trim();
    if (!recordPath) continue;

    const [, collection = ''] = /^(\w+)\/[^/\s]+$/.exec(recordPath) ?? [];
    if (!knownFields.has(collection)) {
      throw new UserError(
        `${file}, line ${number}: not a collection/id; write one on each line, as npm run records "--" review --out FILE does.`,
      );
    }

    lines.set(recordPath, text.trim());
  }

  return lines;
}
