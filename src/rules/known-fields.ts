import { readFileSync } from 'node:fs';
import { parseRules } from './parse-rules.js';
import { releases } from './releases.js';

const file = new URL('../../firestore.rules', import.meta.url);

/** What firestore.rules accepts today. */
export const rules = parseRules(readFileSync(file, 'utf8'));

/**
 * The fields of each collection: those of today's rules first, then those of earlier
 * releases, whose records may still be in the database.
 */
export const knownFields = mergeFields([
  rules.collections,
  ...releases.map(({ collections }) => collections),
]);

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
