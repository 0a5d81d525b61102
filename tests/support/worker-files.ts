import * as path from 'node:path';
import { notFound, routes } from '../../src/routes.ts';

const pagesWithoutForm = [...routes, notFound].filter(({ form }) => !form);
const unneededPatterns = [
  /^\/?(pictures|icons)\//,
  ...pagesWithoutForm.map((route) => new RegExp(`^${route.path}$`)),
  ...pagesWithoutForm.map(
    ({ page }) => new RegExp(`/${path.basename(page)}-[^/]*\\.(js|css)$`),
  ),
];

interface ListedFile {
  url: string;
  revision: string | null;
}

/** Returns the list of files in the script of a built worker. */
export function listOf(worker: string): ListedFile[] {
  const [list = '[]'] = /\[\{"revision":.*?\}\]/.exec(worker) ?? [];
  return JSON.parse(list);
}

/**
 * Returns the built worker with only the files of the forms' pages in its list,
 * because the other files would take most of a visit's time. Throws if the list
 * has an unknown format.
 */
export function listOnlyForms(worker: string): string {
  // A withdrawn worker, built with VITE_WORKER=off, lists no files.
  if (!worker.includes('/static/js/')) return worker;
  const entryPattern = /\{"revision":[^{}]*"url":"([^"]*)"\},?/g;
  const shortened = worker.replace(entryPattern, (found, url: string) =>
    unneededPatterns.some((pattern) => pattern.test(url)) ? '' : found,
  );
  if (shortened === worker)
    throw new Error('The list in the worker has an unknown format');
  return shortened;
}
