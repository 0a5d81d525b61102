import { findAddress } from '../routes.ts';

/** Whether an address names a file. An address such as /about.html names a page. */
export function isFile(url: URL): boolean {
  return /\.[a-z][a-z\d]*$/i.test(url.pathname) && !findAddress(url);
}
