// Decides whether a rollback can keep the newer access rules:
//
//   node keep-newer-rules.js OLDER NEWER RELEASES
//
// Exits with 0 if the newer rules accept everything that the older rules and all
// releases accept, and nothing that no release accepts. Submissions of the newer release,
// which may still be unsent on devices, are then not refused. Otherwise prints why, and
// what the older rules refuse, and exits with 1.
import { readFileSync } from 'node:fs';
import { findAdditions, findRefusals } from './compare-rules.js';
import { parseRules } from './parse-rules.js';

const [older, newer, releases] = process.argv
  .slice(2)
  .map((file) => readFileSync(file, 'utf8'));

try {
  const { olderRules, newerRules, reasons } = compare();
  if (reasons.length > 0) {
    process.exitCode = 1;
    console.log(`The newer rules do not stay: ${reasons.join('; ')}.`);
    const refusals = findRefusals(
      newerRules.collections,
      olderRules.collections,
    );
    if (refusals.length > 0) {
      console.log(
        `The older rules refuse submissions of the newer release: ${refusals.join('; ')}.`,
      );
    }
  }
} catch (error) {
  process.exitCode = 1;
  console.log(`The newer rules do not stay: ${Object(error).message}`);
}

function compare() {
  const olderRules = parseRules(`${older}`);
  const newerRules = parseRules(`${newer}`);
  /** @type {import('./releases.js').Release[]} */
  const list = JSON.parse(`${releases}`);
  const accepted = [
    olderRules.collections,
    ...list.map(({ collections }) => collections),
  ];

  const isRestEqual = olderRules.rest === newerRules.rest;
  const reasons = [
    ...(isRestEqual ? [] : ['more than the collections differs']),
    ...newerRules.closed.map((name) => `${name} is closed`),
    ...accepted.flatMap((rules) => findRefusals(rules, newerRules.collections)),
    ...findAdditions(accepted, newerRules.collections),
  ];
  return { olderRules, newerRules, reasons: [...new Set(reasons)] };
}
