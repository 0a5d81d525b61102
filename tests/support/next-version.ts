import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseRules } from '../../src/rules/parse-rules.js';
import { releases } from '../../src/rules/releases.js';

/**
 * For each file, the lines that add two fields to the careers form. No form may have
 * these names, because a form with a field twice does not work.
 */
const addedLines = {
  'firestore.rules': {
    after: /match \/careers\/.*\n.*isRecord.*\n/,
    line: "        text('shoeSize', 20),\n        text('fitting', 3),\n",
  },
  'src/form-definitions/careers.ts': {
    after: /fields: \[[\s\S]*?(?=\n {2}\])/,
    line: `
      { name: 'shoeSize', label: 'Shoe size', type: 'text', maxLength: 20, autocomplete: 'off' },
      { name: 'fitting', label: 'Invite me to a fitting', type: 'checkbox', asksForMail: false, maxLength: 3, autocomplete: 'off' },`,
  },
};

export function readNextVersion(file: keyof typeof addedLines): string {
  const { after, line } = addedLines[file];

  const text = fs.readFileSync(file, 'utf8');
  const nextText = text.replace(after, (found) => found + line);
  if (nextText === text) throw new Error(`No place for the fields in ${file}`);
  return nextText;
}

/** Changes a copy of the sources into those of the next release. */
export function addFormFields(folder: string): void {
  for (const file of Object.keys(addedLines) as (keyof typeof addedLines)[])
    fs.writeFileSync(path.join(folder, file), readNextVersion(file));
  const { collections } = parseRules(readNextVersion('firestore.rules'));
  const nextReleases = [
    ...releases,
    { ...releases.at(-1), version: 'next', collections },
  ];
  fs.writeFileSync(
    path.join(folder, 'src/rules/releases.json'),
    JSON.stringify(nextReleases),
  );
}
