import * as fs from 'node:fs';
import * as path from 'node:path';

/** For each file, the lines that add two fields to the careers form. */
const addedLines = {
  'firestore.rules': {
    after: /match \/careers\/.*\n.*isRecord.*\n/,
    line: "        text('phone', 20),\n        text('news', 3),\n",
  },
  'src/form-definitions/careers.ts': {
    after: /.*'Why do you want to join us\?'.*\n/,
    line: `{ name: 'phone', label: 'Phone', type: 'text', maxLength: 20, autocomplete: 'tel' },
      { name: 'news', label: 'Send me news', type: 'checkbox', maxLength: 3, autocomplete: 'off' },
    `,
  },
};

export function readNextVersion(file: keyof typeof addedLines): string {
  const { after, line } = addedLines[file];

  const text = fs.readFileSync(file, 'utf8');
  const nextText = text.replace(after, (found) => found + line);
  if (nextText === text) throw new Error(`No place for the fields in ${file}`);
  return nextText;
}

export function addFormFields(folder: string): void {
  for (const file of Object.keys(addedLines) as (keyof typeof addedLines)[])
    fs.writeFileSync(path.join(folder, file), readNextVersion(file));
}
