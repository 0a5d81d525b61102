// Reads what firestore.rules accepts. This file is JavaScript, because the job that
// rolls a release back runs it without installing a package.

/**
 * What the rules accept in a collection.
 *
 * @typedef {object} CollectionRules
 * @property {Record<string, number>} limits The maximum length of each field.
 * @property {string[]} required
 * @property {Match} [match] The other record that a record needs.
 */

/**
 * A record of another collection, with the same id and email, and with the same text in
 * one more field.
 *
 * @typedef {object} Match
 * @property {string} collection
 * @property {string} otherField The field of the other record.
 * @property {string} field The field of the record that needs the other one.
 */

/**
 * @typedef {object} ParsedRules
 * @property {Record<string, CollectionRules>} collections
 * @property {string[]} closed The collections that accept no new record. An owner
 *   closes a collection by writing `false &&` before its condition.
 * @property {string} rest Everything else, without comments and white space.
 */

const collectionPattern =
  /match\/(\w+)\/\{id\}\{allowcreate:if(false&&)?isRecord\(\[([\w',]*)\],\[((?:text\('\w+',\d+\),?)+)\]\)(?:&&hasMatchIn\('(\w+)','(\w+)','(\w+)'\))?;allowupdate:ifisReplay\(\);\}/g;

/**
 * Parses firestore.rules. Throws if a collection has a condition other than `isRecord`
 * with `text()`, and `hasMatchIn`.
 *
 * @param {string} text
 * @returns {ParsedRules}
 */
export function parseRules(text) {
  /** @type {ParsedRules['collections']} */
  const collections = {};
  /** @type {string[]} */
  const closed = [];
  const squeezed = text.replace(/\/\/.*$/gm, '').replace(/\s+/g, '');
  const rest = squeezed.replace(
    collectionPattern,
    (_, name, isClosed, required, texts, collection, otherField, field) => {
      collections[name] = {
        limits: parseLimits(texts),
        required: parseNames(required),
        ...(collection && { match: { collection, otherField, field } }),
      };
      if (isClosed) closed.push(name);
      return '';
    },
  );

  const [, unsupported] = /match\/(\w+)\/\{id\}/.exec(rest) ?? [];
  if (unsupported) {
    throw new Error(
      `firestore.rules, ${unsupported}: only isRecord with text() and hasMatchIn, and an update by isReplay, are supported.`,
    );
  }
  return { collections, closed, rest };
}

/** @param {string} texts */
function parseLimits(texts) {
  const matches = texts.matchAll(/text\('(\w+)',(\d+)\)/g);
  return Object.fromEntries(
    Array.from(matches, ([, field, limit]) => [field, Number(limit)]),
  );
}

/** @param {string} list */
function parseNames(list) {
  return Array.from(list.matchAll(/\w+/g), ([name]) => name);
}
