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
 * Returns the built worker with only the files of the forms' pages in its list,
 * because the other files would take most of a visit's time. Throws if the list
 * has an unknown format.
 */
export function forFormsAlone(worker: string): string {
  // A withdrawn worker lists no file.
  if (!worker.includes('/static/js/')) return worker;
  const entry = /\{"revision":[^{}]*"url":"([^"]*)"\},?/g;
  const short = worker.replace(entry, (found, url: string) =>
    unneeded.some((one) => one.test(url)) ? '' : found,
  );
  if (short === worker) throw new Error('The worker has no list as expected');
  return short;
}
