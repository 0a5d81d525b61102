import { readFileSync } from 'node:fs';
import { parseRules } from './parse-rules.js';
import { releases } from './releases.js';

const file = new URL('../../firestore.rules', import.meta.url);

/** What firestore.rules accepts today. */
export const rules = parseRules(readFileSync(file, 'utf8'));

/** Today's rules first, then those of earlier releases, whose records may still exist. */
const knownRules = [
  rules.collections,
  ...releases.map(({ collections }) => collections),
];

/** The fields of each collection. */
export const knownFields = mergeFields(knownRules);

/** The longest texts of one record together, in UTF-16 code units. */
export const maxRecordLength = Math.max(
  ...knownRules.flatMap(Object.values).map(({ limits }) => {
    const lengths: number[] = Object.values(limits);
    return lengths.reduce((sum, length) => sum + length, 0);
  }),
);

export function mergeFields(
  all: readonly Readonly<Record<string, { limits: object }>>[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const merged = new Map<string, Set<string>>();
  for (const [name, { limits }] of all.flatMap(Object.entries)) {
    const fields = [...(merged.get(name) ?? []), ...Object.keys(limits)];
    merged.set(name, new Set(fields));
  }
  return merged;
}
