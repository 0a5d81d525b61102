import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseRules } from '../../src/rules/parse-rules.js';
import { releases } from '../../src/rules/releases.js';

/**
 * For each file, the text that adds two fields to the careers form. No form may have
 * these names, because a form with a field twice does not work.
 */
const additions = {
  'firestore.rules': {
    after: /match \/careers\/.*\n.*isRecord.*\n/,
    text: "        text('shoeSize', 20),\n        text('fitting', 3),\n",
  },
  'src/form-definitions/careers.ts': {
    after: /fields: \[[\s\S]*?(?=\n {2}\])/,
    text: `
      { name: 'shoeSize', label: 'Shoe size', type: 'text', maxLength: 20, autocomplete: 'off' },
      { name: 'fitting', label: 'Invite me to a fitting', type: 'checkbox', asksForMail: false, maxLength: 3, autocomplete: 'off' },`,
  },
};

export function readNextVersion(file: keyof typeof additions): string {
  const { after, text } = additions[file];

  const source = fs.readFileSync(file, 'utf8');
  const nextSource = source.replace(after, (found) => found + text);
  if (nextSource === source)
    throw new Error(`No place for the fields in ${file}`);
  return nextSource;
}

/** Changes a copy of the sources into those of the next release. */
export function addFormFields(folder: string): void {
  for (const file of Object.keys(additions) as (keyof typeof additions)[])
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
