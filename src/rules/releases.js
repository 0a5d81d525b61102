// Reads releases.json. This file is JavaScript for the same reason as parse-rules.js.
import { readFileSync } from 'node:fs';

/**
 * What a release of the site has sent, and what its access rules have accepted. Its
 * submissions may be unsent on devices for months, and its records stay in the database,
 * so no entry may ever be changed or removed. `npm run release` adds an entry.
 *
 * @typedef {object} Release
 * @property {string} version
 * @property {string[]} paths The paths of its pages, to which links may exist.
 * @property {Record<string, string[]>} forms The collections that each form writes to.
 * @property {Record<string, import('./parse-rules.js').CollectionRules>} collections
 */

const file = new URL('releases.json', import.meta.url);

/**
 * All releases, the oldest first. A release that accepts the same as the one before
 * has no entry.
 *
 * @type {readonly Release[]}
 */
export const releases = JSON.parse(readFileSync(file, 'utf8'));
