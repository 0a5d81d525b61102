import * as path from 'node:path';
import { notFound, routes } from '../../src/routes.ts';

const others = [...routes, notFound].filter(({ form }) => !form);
const unneeded = [
  /^\/?(pictures|icons)\//,
  ...others.map((route) => new RegExp(`^${route.path}$`)),
  ...others.map(
    ({ page }) => new RegExp(`/${path.basename(page)}-[^/]*\\.(js|css)$`),
  ),
];

interface ListedFile {
  url: string;
  revision: string | null;
}

/** The files that a built worker lists. */
export function listOf(worker: string): ListedFile[] {
  const [list = '[]'] = /\[\{"revision":.*?\}\]/.exec(worker) ?? [];
  return JSON.parse(list);
}

/**
 * The built worker with the files of the forms' pages alone in its list. Most
 * of a visit's time would go into all the others.
 */
export function forFormsAlone(worker: string): string {
  const entry = /\{"revision":[^{}]*"url":"([^"]*)"\},?/g;
  const short = worker.replace(entry, (found, url: string) =>
    unneeded.some((one) => one.test(url)) ? '' : found,
  );
  if (short === worker) throw new Error('The worker has no list as expected');
  return short;
}
