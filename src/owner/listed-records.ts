import * as path from 'node:path';
import { readLines } from '../node/read-text.ts';
import { UserError } from '../node/user-error.ts';
import { knownFields } from '../rules/known-fields.ts';

/**
 * Reads the file that --ids names, which has a path such as careers/ID on each line.
 * A "#" at the start of a line or after a space starts a comment. Returns each path
 * with its line.
 */
export function readListedRecords(
  directory: string,
  fileName: string,
): Map<string, string> {
  const file = path.resolve(directory, fileName);
  const lines = new Map<string, string>();

  for (const { text, number } of readLines(file)) {
    const recordPath = text.replace(/(^|\s)#.*/, '').trim();
    if (!recordPath) continue;

    const [, collection = ''] = /^(\w+)\/[^/\s]+$/.exec(recordPath) ?? [];
    if (!knownFields.has(collection)) {
      throw new UserError(
        `${file}, line ${number}: not a path such as careers/ID; write one on each line, as npm run records "--" review --out FILE does.`,
      );
    }

    lines.set(recordPath, text.trim());
  }

  return lines;
}
