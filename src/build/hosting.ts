import * as fs from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import picomatch from 'picomatch';
import type { Connect, Plugin } from 'vite';
import config from '../../firebase.json' with { type: 'json' };

const { hosting } = config;

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const compressible = /^(text|application|image\/svg)/;
const compress = promisify(zlib.brotliCompress);
const compressed = new Map<string, Promise<Buffer>>();

/** Serves the built site as Firebase Hosting does with our firebase.json. */
export function hostingPreview(): Plugin {
  return {
    name: 'pear:hosting-preview',
    configurePreviewServer({ config: { root, build }, middlewares }) {
      middlewares.use(serve(path.resolve(root, build.outDir)));
    },
  };
}

const redirects = hosting.redirects.map((redirect) => ({
  ...redirect,
  matches: picomatch(redirect.source),
}));
const headerRules = hosting.headers.map(({ source, headers }) => ({
  headers,
  matches: picomatch(source, { dot: true }),
}));

export function serve(root: string): Connect.NextHandleFunction {
  return async (request, response, next) => {
    try {
      const { pathname, search } = new URL(request.url ?? '/', 'http://local');
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { allow: 'GET, HEAD' }).end();
        return;
      }
      setHeaders(response, pathname);
      const answer = await answerFor(root, decode(pathname));
      if (answer.kind === 'redirect') {
        response.writeHead(301, { location: answer.to + search }).end();
        return;
      }
      const brotli = /\bbr\b/.test(String(request.headers['accept-encoding']));
      await sendFile(response, answer, brotli, request.method === 'HEAD');
    } catch (error) {
      next(error);
    }
  };
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Later rules win, as on Firebase Hosting. */
function setHeaders(response: ServerResponse, pathname: string): void {
  for (const { headers, matches } of headerRules) {
    if (!matches(pathname)) continue;
    for (const { key, value } of headers) response.setHeader(key, value);
  }
}

type Answer =
  | { kind: 'redirect'; to: string }
  | { kind: 'file'; file: string; status: number };

async function answerFor(root: string, pathname: string): Promise<Answer> {
  const moved = redirects.find(({ matches }) => matches(pathname));
  if (moved) return { kind: 'redirect', to: moved.destination };
  const page = pathname.replace(/\/+$/, '');
  const file = path.join(root, pathname);
  if (file.startsWith(root + path.sep) && (await isFile(file))) {
    return /\.html$/.test(pathname)
      ? { kind: 'redirect', to: cleanUrl(pathname) }
      : { kind: 'file', file, status: 200 };
  }
  const html = path.join(root, page === '' ? 'index.html' : `${page}.html`);
  if (html.startsWith(root + path.sep) && (await isFile(html))) {
    return pathname === (page || '/')
      ? { kind: 'file', file: html, status: 200 }
      : { kind: 'redirect', to: page || '/' };
  }
  return { kind: 'file', file: path.join(root, '404.html'), status: 404 };
}

function cleanUrl(pathname: string): string {
  return pathname.replace(/(\/index)?\.html$/, '') || '/';
}

async function isFile(file: string): Promise<boolean> {
  return fs.stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

async function sendFile(
  response: ServerResponse,
  { file, status }: { file: string; status: number },
  brotli: boolean,
  headOnly: boolean,
): Promise<void> {
  const type = types[path.extname(file)] ?? 'application/octet-stream';
  response.setHeader('content-type', type);
  let body: Buffer = await fs.readFile(file);
  if (compressible.test(type)) {
    response.setHeader('vary', 'accept-encoding');
    if (brotli) {
      response.setHeader('content-encoding', 'br');
      body = await compressedOnce(file, body);
    }
  }
  response.writeHead(status, { 'content-length': body.length });
  response.end(headOnly ? undefined : body);
}

function compressedOnce(file: string, body: Buffer): Promise<Buffer> {
  const key = `${file}\n${zlib.crc32(body)}`;
  const known = compressed.get(key) ?? compress(body);
  compressed.set(key, known);
  return known;
}
