import { findAddress } from '../routes.ts';

/**
 * Whether an address is that of a file: its last part ends in a dot and letters.
 * A page's file is not, since it has a canonical address without the ending.
 */
export function isFile(url: URL): boolean {
  return /\.[a-z][a-z\d]*$/i.test(url.pathname) && !findAddress(url);
}
