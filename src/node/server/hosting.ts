import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import picomatch from 'picomatch';
import type { Connect, Plugin } from 'vite';
import config from '../../../firebase.json' with { type: 'json' };
import { UserError } from '../user-error.ts';

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
const errorPage = '/404.html';
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

/** Throws a UserError where firebase.json asks for what is not done here. */
export function checkHosting(asked: {
  cleanUrls: boolean;
  trailingSlash: boolean;
}): void {
  if (asked.cleanUrls && !asked.trailingSlash) return;
  throw new UserError(
    'firebase.json asks for other addresses than src/node/server/hosting.ts serves; set cleanUrls to true and trailingSlash to false.',
  );
}

export function serve(root: string): Connect.NextHandleFunction {
  checkHosting(hosting);
  return async (request, response, next) => {
    try {
      const { pathname, search } = parse(request.url ?? '/');
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { allow: 'GET, HEAD' }).end();
        return;
      }
      const address = decode(pathname);
      setHeaders(response, address ?? errorPage);
      const answer = await answerFor(root, address);
      if (answer.kind === 'redirect') {
        const { status, to } = answer;
        response.writeHead(status, { location: to + search }).end();
        return;
      }
      if (answer.status === 404) setHeaders(response, errorPage);
      await sendFile(request, response, answer);
    } catch (error) {
      next(error);
    }
  };
}

/** Not by way of URL, which takes `//about` for the host about. */
function parse(address: string): { pathname: string; search: string } {
  const [, pathname = '/', search = ''] = /^([^?]*)(.*)$/s.exec(address) ?? [];
  return { pathname: pathname.replace(/\/{2,}/g, '/'), search };
}

/**
 * Undefined where no file can be meant. An encoded slash or dot would make an
 * address of another file, or of another site in a redirect.
 */
function decode(pathname: string): string | undefined {
  try {
    const decoded = decodeURIComponent(pathname);
    const isStrange = /\/\/|\\|\p{Cc}|\/\.\.?(\/|$)/u.test(decoded);
    return isStrange ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/**
 * Later rules win, as on Firebase Hosting. There the rules of the error page's
 * own address hold for every answer 404.
 */
function setHeaders(response: ServerResponse, pathname: string): void {
  for (const { headers, matches } of headerRules) {
    if (!matches(pathname)) continue;
    for (const { key, value } of headers) response.setHeader(key, value);
  }
}

type Answer =
  | { kind: 'redirect'; to: string; status: number }
  | { kind: 'file'; file: string; status: number };

async function answerFor(
  root: string,
  pathname: string | undefined,
): Promise<Answer> {
  const notFound: Answer = {
    kind: 'file',
    file: path.join(root, errorPage),
    status: 404,
  };
  if (pathname === undefined) return notFound;
  const page = pathname.replace(/\/+$/, '');
  const moved = redirects.find(({ matches }) => matches(page));
  if (moved) return redirectTo(moved.destination, moved.type);
  const file = path.join(root, pathname);
  if (file.startsWith(root + path.sep) && (await isFile(file))) {
    return /\.html$/.test(pathname)
      ? redirectTo(cleanUrl(pathname))
      : { kind: 'file', file, status: 200 };
  }
  const html = path.join(root, page === '' ? 'index.html' : `${page}.html`);
  if (html.startsWith(root + path.sep) && (await isFile(html))) {
    const clean = cleanUrl(`${page}.html`);
    if (pathname !== clean) return redirectTo(clean);
    const status = `${page}.html` === errorPage ? 404 : 200;
    return { kind: 'file', file: html, status };
  }
  return notFound;
}

function redirectTo(to: string, status = 301): Answer {
  return { kind: 'redirect', to, status };
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
  request: IncomingMessage,
  response: ServerResponse,
  { file, status }: { file: string; status: number },
): Promise<void> {
  const type = types[path.extname(file)] ?? 'application/octet-stream';
  let body: Buffer = await fs.readFile(file);
  const etag = `"${createHash('sha256').update(body).digest('base64')}"`;
  response.setHeader('etag', etag);
  const isCompressible = compressible.test(type);
  if (isCompressible) response.setHeader('vary', 'accept-encoding');
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', type);
  if (
    isCompressible &&
    /\bbr\b/.test(`${request.headers['accept-encoding']}`)
  ) {
    response.setHeader('content-encoding', 'br');
    body = await compressedOnce(`${file} ${etag}`, body);
  }
  response.writeHead(status, { 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function compressedOnce(key: string, body: Buffer): Promise<Buffer> {
  const known = compressed.get(key) ?? compress(body);
  compressed.set(key, known);
  return known;
}
