import { vi } from 'vitest';
import { computeHash } from '../../../src/build/plugins/offline-pack.ts';
import { createWorkerScope } from './worker-scope.ts';

export const texts: Readonly<Record<string, string>> = {
  '/': '<h1>Home</h1>',
  '/waitlist': '<h1>Coming Soon.</h1>',
  '/404': '<h1>404</h1>',
  '/pictures/pear.svg': '<svg/>',
  '/manifest.webmanifest': '{}',
  '/static/home-1.css': 'main {}',
  '/static/js/home-1.js': 'export {}',
  '/static/js/index-1.js': 'import "./home-1.js"',
  '/static/lora-1.woff2': 'a font',
};
export const pack = '/static/offline-1.json';

/** The files that the offline pack does not contain. */
export const otherPaths = ['/static/js/index-1.js', '/static/lora-1.woff2'];
export const packPaths = Object.keys(texts).filter(
  (path) => !otherPaths.includes(path),
);
export const captivePortalHtml = '<h1>Welcome to the train</h1>';

const getMimeType = (path: string) =>
  path.includes('.') ? 'text/plain' : 'text/html; charset=utf-8';
export const createLine = (path: string, text = texts[path]) =>
  JSON.stringify([path, text]);
export const createPack = (lines: readonly string[]) =>
  new Response(`${[packPaths.length, ...lines].join('\n')}\n`);
export const createWholePack = () =>
  createPack(packPaths.map((path) => createLine(path)));
export const answer = (path: string, text = texts[path]) =>
  new Response(text ?? '', { headers: { 'content-type': getMimeType(path) } });
export const notFound = () => new Response('', { status: 404 });
export const portal = () =>
  new Response(captivePortalHtml, { headers: { 'content-type': 'text/html' } });

export let worker: ReturnType<typeof createWorkerScope>;
export let install: () => Promise<void>;
export let retryAlteredFiles: () => Promise<void>;
export let log: ReturnType<typeof vi.spyOn>;

/** Starts a worker that precaches these files, and a server that serves them. */
export async function start() {
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

  const files = Object.entries(texts).map(([url, text]) => {
    return { url, revision: computeHash(text) };
  });
  worker = createWorkerScope([...files, { url: pack, revision: null }]);

  for (const path of Object.keys(texts))
    worker.server[path] = () => answer(path);
  worker.server[pack] = createWholePack;
  ({ install, retryAlteredFiles } = await worker.load('install'));
}

/** Returns the cached texts by path, without the list of altered files. */
export async function readCache(): Promise<Record<string, string>> {
  const textPromises = [...worker.cache.entries].map(
    async ([url, response]) => {
      const text = await response.clone().text();
      return [new URL(url).pathname, text] as const;
    },
  );
  const cachedTexts = Object.fromEntries(await Promise.all(textPromises));

  const { '/altered': _, ...files } = cachedTexts;
  return files;
}
