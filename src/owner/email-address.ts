import { domainToASCII, domainToUnicode } from 'node:url';

const gmailDomainPattern = /^(gmail|googlemail)\.com$/;

/** Splits an address into a lower-case name and an ASCII domain. */
function splitAddress(address: string): [name: string, domain: string] {
  const text = address.normalize('NFKC').trim().toLowerCase();
  const [name = '', domain = ''] = text.split(/@(?=[^@]*$)/);
  return [name, domainToASCII(domain) || domain];
}

/** Returns the same text for every spelling of one address. */
export function normalizeAddress(address: string): string {
  return splitAddress(address).join('@');
}

/**
 * Returns the same text for addresses that probably share a mailbox: ignores a
 * tag such as "+news" and, in Gmail's addresses, dots.
 * https://support.google.com/mail/answer/7436150
 */
export function getMailbox(address: string): string {
  const [name, domain] = splitAddress(address);
  const untaggedName = name.replace(/(?<=.)\+.*/, '');
  if (!gmailDomainPattern.test(domain)) return `${untaggedName}@${domain}`;
  return `${untaggedName.replaceAll('.', '')}@gmail.com`;
}

/** Returns groups of different addresses that probably share a mailbox. */
export function findNearMatches(addresses: Iterable<string>): string[][] {
  const groups = new Map<string, Set<string>>();
  for (const address of addresses) {
    const mailbox = getMailbox(address);
    const group = groups.get(mailbox) ?? new Set();
    groups.set(mailbox, group.add(normalizeAddress(address)));
  }

  return [...groups.values()]
    .filter(({ size }) => size > 1)
    .map((group) => [...group]);
}

/** Returns common spellings, because a query matches only exact texts. */
export function listSpellings(address: string): string[] {
  const givenSpellings = [address, address.toLowerCase()];

  const [name, domain] = splitAddress(address);
  const domains = [domain, domainToUnicode(domain)];
  const variants = domains.map((variant) => `${name}@${variant}`);
  const capitalized = variants.map(
    (variant) => variant.charAt(0).toUpperCase() + variant.slice(1),
  );

  return [...new Set([...givenSpellings, ...variants, ...capitalized])];
}

// The lookbehind makes the search time linear in the length of the text.
const addressPattern =
  /(?<![\p{L}\p{M}\p{N}._%+-])[\p{L}\p{M}\p{N}._%+-]*@[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}]/gu;

function findMailboxes(text: string): string[] {
  // Invisible characters may separate the letters of an address.
  const visibleText = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return (visibleText.match(addressPattern) ?? []).map(getMailbox);
}

/** Returns a function that checks whether texts mention the mailbox of `address`. */
export function createMatcher(address: string) {
  const mailbox = findMailboxes(address).at(-1) ?? getMailbox(address);
  return (texts: readonly string[]) =>
    texts.some((text) => findMailboxes(text).includes(mailbox));
}

/** Returns the address with an ASCII domain, which every mail tool accepts. */
export function withAsciiDomain(address: string): string {
  return address.replace(/[^@]+$/, (domain) => domainToASCII(domain) || domain);
}

const emailPattern =
  /^(?!\.)[^\s@,;:<>()[\]\\"]{1,64}@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z0-9-]+)$/u;

/** Accepts even two dots in a row, because some providers allow them. */
export function isDeliverable(email: string): boolean {
  return emailPattern.test(normalizeAddress(email)) && email.length <= 254;
}
