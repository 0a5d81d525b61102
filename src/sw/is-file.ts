import { findAddress } from '../routes.ts';

/** Whether an address has a file extension. Not true of /about.html, a page. */
export function isFile(url: URL): boolean {
  return /\.[a-z][a-z\d]*$/i.test(url.pathname) && !findAddress(url);
}
