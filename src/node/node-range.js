// Reads the versions of Node in `engines` of package.json. This file is JavaScript,
// because run.js checks the version before it can run TypeScript.

/**
 * @typedef {object} Range
 * @property {number} major
 * @property {number} minor
 * @property {boolean} isOpen Whether later major versions are in the range, too.
 */

/**
 * Parses a text such as "^20.19.0 || >=22.12.0".
 *
 * @param {string} text
 * @returns {Range[]}
 */
function parseRanges(text) {
  return text.split(' || ').map((part) => {
    const [, sign, major, minor] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(part) ?? [];
    if (!sign) throw new Error(`"engines" in package.json: ${part}`);
    return {
      major: Number(major),
      minor: Number(minor),
      isOpen: sign === '>=',
    };
  });
}

/**
 * @param {string} version
 * @param {string} text
 */
export function isInRanges(version, text) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return parseRanges(text).some(
    (range) =>
      (major === range.major && minor >= range.minor) ||
      (range.isOpen && major > range.major),
  );
}

/**
 * Returns a text such as "20.19 or a later 20, or 22.12 or newer".
 *
 * @param {string} text
 */
export function describeRanges(text) {
  const parts = parseRanges(text).map(({ major, minor, isOpen }) => {
    const first = minor > 0 ? `${major}.${minor}` : `${major}`;
    if (isOpen) return `${first} or newer`;
    return minor > 0 ? `${first} or a later ${major}` : first;
  });
  return parts.join(', or ');
}
