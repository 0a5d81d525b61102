// Decides whether a roll-back can keep the newer access rules:
//
//   node keep-rules.mjs OLDER NEWER
//
// Exits with 0 if the newer rules accept everything that the older ones accept, and
// differ only by more collections, fields or higher limits. Then messages of the newer
// release, which may still wait on devices, are not refused. Otherwise prints the first
// difference and exits with 1.
import { readFileSync } from 'node:fs';

const collectionPattern =
  /match \/(\w+)\/\{id\} \{\s*allow create: if isRecord\(\[([^\]]*)\], \[([^\]]*)\]\)((?: && hasMatchIn\([^)]*\))?);\s*allow update: if isReplay\(\);\s*\}/g;

/** Returns the collections, and the text of everything else. */
function parse(file) {
  const text = readFileSync(file, 'utf8')
    .replace(/\/\/.*$/gm, '')
    .replace(/\s+/g, ' ');
  const collections = new Map();
  const rest = text.replace(
    collectionPattern,
    (_, name, required, texts, match) => {
      const limits = texts.matchAll(/text\('(\w+)', (\d+)\)/g);
      collections.set(name, {
        required: [...required.matchAll(/'(\w+)'/g)].map(([, field]) => field),
        limits: new Map([...limits].map(([, field, max]) => [field, +max])),
        match,
      });
      return '';
    },
  );
  return { collections, rest: rest.replace(/\s+/g, ' ') };
}

function findDifference(older, newer) {
  if (older.rest !== newer.rest) return 'more than the collections differs';
  for (const [name, { required, limits, match }] of older.collections) {
    const other = newer.collections.get(name);
    if (!other) return `${name} is missing`;
    if (other.match !== match) return `${name} needs another record`;
    const added = other.required.find((field) => !required.includes(field));
    if (added) return `${name} requires ${added}`;
    for (const [field, max] of limits) {
      if (!(other.limits.get(field) >= max)) return `${name} limits ${field}`;
    }
  }
  return '';
}

const [older = '', newer = ''] = process.argv.slice(2).map(parse);
const difference = findDifference(older, newer);
if (difference) console.log(`In the newer rules, ${difference}.`);
process.exitCode = difference ? 1 : 0;
