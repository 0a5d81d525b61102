// Compares what access rules accept with what releases have accepted. This file is
// JavaScript for the same reason as parse-rules.js.
import { isDeepStrictEqual } from 'node:util';

/** @typedef {import('./parse-rules.js').CollectionRules} CollectionRules */
/** @typedef {Readonly<Record<string, CollectionRules>>} Collections */

/**
 * Lists what `newer` refuses although `older` accepts it.
 *
 * @param {Collections} older
 * @param {Collections} newer
 */
export function findRefusals(older, newer) {
  return Object.entries(older).flatMap(([name, accepted]) => {
    const today = newer[name];
    if (!today) return [`${name} is missing`];

    const refusals = [];
    if (today.match && !isDeepStrictEqual(today.match, accepted.match))
      refusals.push(`${name} needs another record`);
    for (const field of today.required)
      if (!accepted.required.includes(field))
        refusals.push(`${name} requires ${field}`);
    for (const [field, limit] of Object.entries(accepted.limits)) {
      const limitToday = today.limits[field];
      if (limitToday === undefined)
        refusals.push(`${name} has no field ${field}`);
      else if (limitToday < limit)
        refusals.push(`${name} limits ${field} to ${limitToday}, not ${limit}`);
    }
    return refusals;
  });
}

/**
 * Lists what `newer` accepts although none of `releases` accepts it.
 *
 * @param {readonly Collections[]} releases
 * @param {Collections} newer
 */
export function findAdditions(releases, newer) {
  return Object.entries(newer).flatMap(([name, today]) => {
    const known = releases.flatMap((release) => release[name] ?? []);
    if (known.length === 0) return [`${name} is new`];

    const additions = [];
    if (known.every(({ match }) => !isDeepStrictEqual(match, today.match)))
      additions.push(`${name} needs another record than before`);
    for (const [field, limit] of Object.entries(today.limits)) {
      const limits = known.map(({ limits }) => limits[field] ?? 0);
      const highest = Math.max(...limits);
      if (highest === 0) additions.push(`${name} has the new field ${field}`);
      else if (highest < limit)
        additions.push(`${name} allows ${field} up to ${limit}`);
      const wasRequired = known.every(({ required }) =>
        required.includes(field),
      );
      if (wasRequired && !today.required.includes(field))
        additions.push(`${name} does not require ${field}`);
    }
    return additions;
  });
}
