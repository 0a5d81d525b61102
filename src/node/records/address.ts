import { domainToASCII, domainToUnicode } from 'node:url';

/** The name and the domain, the same for all spellings of one mailbox. */
function partsOf(address: string): [name: string, domain: string] {
  const [name = '', domain = ''] = address
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return [name, domainToASCII(domain) || domain];
}

/** The same for two spellings of an address that reach one mailbox. */
export function foldAddress(address: string): string {
  return partsOf(address).join('@');
}

/** Spellings of it that are usual, for a query that knows exact ones alone. */
export function spellingsOf(address: string): string[] {
  const [name, domain] = partsOf(address);
  const both = [domain, domainToUnicode(domain)].map((end) => `${name}@${end}`);
  const capital = both.map((text) => text[0]?.toUpperCase() + text.slice(1));
  return [...new Set([address, address.toLowerCase(), ...both, ...capital])];
}

/**
 * Whether one of the texts has the address in it, with a tag, or without its
 * own one, and whatever nobody sees between its letters.
 */
export function mentions(texts: readonly string[], address: string): boolean {
  const [name, domain] = partsOf(address);
  const quote = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const ends = [domain, domainToUnicode(domain)].map(quote).join('|');
  const start = quote(name.replace(/\+.*/, ''));
  const near = new RegExp(
    `(?<![\\p{L}\\p{N}._%+-])${start}(\\+[^\\s@]*)?@(${ends})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'u',
  );
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .toLowerCase();
  return texts.some((text) => text.includes('@') && near.test(plain(text)));
}

const possible =
  /^(?!\.)[^\s@,;:<>()[\]\\"]{1,64}@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z0-9-]+)$/u;

/** Whether mail could be sent there: some providers allow two dots in a row. */
export function isPossible(email: string): boolean {
  return possible.test(foldAddress(email)) && email.length <= 254;
}
