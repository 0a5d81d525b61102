import { domainToASCII } from 'node:url';

/** The same for two spellings of an address that reach one mailbox. */
export function foldAddress(address: string): string {
  const [local = '', domain = ''] = address
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return `${local}@${domainToASCII(domain) || domain}`;
}
