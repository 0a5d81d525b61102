import { domainToASCII, domainToUnicode } from 'node:url';

const isGoogle = /^(gmail|googlemail)\.com$/;

/** Returns name and domain in one case, width and script. */
function partsOf(address: string): [name: string, domain: string] {
  const text = address.normalize('NFKC').trim().toLowerCase();
  const [name = '', domain = ''] = text.split(/@(?=[^@]*$)/);
  return [name, domainToASCII(domain) || domain];
}

/** Returns the same text for every way to write one address. */
export function foldAddress(address: string): string {
  return partsOf(address).join('@');
}

/**
 * Returns the same text for addresses that probably reach one mailbox: tags are
 * ignored and, in Gmail's addresses, dots.
 * https://support.google.com/mail/answer/7436150
 */
export function mailboxOf(address: string): string {
  const [name, domain] = partsOf(address);
  const plain = name.replace(/(?<=.)\+.*/, '');
  if (!isGoogle.test(domain)) return `${plain}@${domain}`;
  return `${plain.replaceAll('.', '')}@gmail.com`;
}

/** Returns groups of different addresses that probably reach one mailbox. */
export function nearMatches(addresses: Iterable<string>): string[][] {
  const groups = new Map<string, Set<string>>();
  for (const address of addresses) {
    const group = groups.get(mailboxOf(address)) ?? new Set();
    groups.set(mailboxOf(address), group.add(foldAddress(address)));
  }
  return [...groups.values()].map((group) => [...group]).filter((g) => g[1]);
}

/** Returns the usual spellings, for a query that finds only exact ones. */
export function spellingsOf(address: string): string[] {
  const [name, domain] = partsOf(address);
  const both = [domain, domainToUnicode(domain)].map((end) => `${name}@${end}`);
  const capital = both.map((text) => text[0]?.toUpperCase() + text.slice(1));
  return [...new Set([address, address.toLowerCase(), ...both, ...capital])];
}

/**
 * Returns a function that finds the address, or another one of its mailbox,
 * within texts, invisible characters between its letters included.
 */
export function mentionsOf(address: string) {
  const [name, domain] = partsOf(mailboxOf(address));
  const quote = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const isDotless = isGoogle.test(domain);
  const start = [...name].map(quote).join(isDotless ? '\\.?' : '');
  const all = [domain, domainToUnicode(domain)].map(quote).join('|');
  const ends = isDotless ? '(?:gmail|googlemail)\\.com' : all;
  const near = new RegExp(
    `(?<![\\p{L}\\p{N}._%+-])${start}(\\+[^\\s@]*)?@(${ends})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'u',
  );
  const isNear = (text: string) =>
    near.test(
      text
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
        .toLowerCase(),
    );
  return (texts: readonly string[]) =>
    texts.some((text) => text.includes('@') && isNear(text));
}

/** Returns the address with its domain in ASCII, which every mail tool takes. */
export function toAscii(address: string): string {
  return address.replace(/[^@]+$/, (domain) => domainToASCII(domain) || domain);
}

const possible =
  /^(?!\.)[^\s@,;:<>()[\]\\"]{1,64}@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z0-9-]+)$/u;

/** Whether mail could be sent there: some providers allow two dots in a row. */
export function isPossible(email: string): boolean {
  return possible.test(foldAddress(email)) && email.length <= 254;
}
