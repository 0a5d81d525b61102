import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import superstatic from 'superstatic/lib/superstatic.js';
import type { Connect, Plugin } from 'vite';
import firebase from '../../../firebase.json' with { type: 'json' };

const compress = promisify(brotliCompress);
/** What files hold, by their ETag, which is made of it. */
const plain = new Map<string, Buffer>();
const compressed = new Map<string, Promise<Buffer>>();

export function hostingPreview(): Plugin {
  return {
    name: 'pear:hosting-preview',
    configurePreviewServer({ config: { root, build }, middlewares }) {
      middlewares.use(serve(path.resolve(root, build.outDir)));
    },
  };
}

/** Serves a folder by firebase.json, with the engine of Google's emulator. */
export function serve(folder: string): Connect.NextHandleFunction {
  // An object, since the engine's types do not know its option `provider`.
  const options: object = {
    stack: 'strict',
    config: firebase.hosting,
    compression: send,
    // The engine's own leaves files open, and answers 500 to a long name.
    provider: async (_: IncomingMessage, address: string) => {
      const file = path.join(folder, decodeURI(address));
      if (!file.startsWith(folder + path.sep)) return null;
      const body = await readFile(file).catch(() => null);
      if (!body) return null;
      const etag = `"${hash('sha256', body)}"`;
      plain.set(etag, body);
      return { etag, size: body.length };
    },
  };
  const engine = superstatic(options) as Connect.NextHandleFunction;
  return (request, response, next) => {
    // An address of two slashes, or that it can't decode, would crash it.
    const url = `/${request.url?.replace(/^[/\\]+/, '')}`;
    request.url = [url, url.replace(/\?.*/s, '')].find(isDecodable) ?? '/404';
    engine(request, response, next);
  };
}

function isDecodable(address: string): boolean {
  try {
    return decodeURI(address) !== '';
  } catch {
    return false;
  }
}

/** Compression and 304, which Firebase's edge adds and the engine lacks. */
async function send({ headers }: IncomingMessage, response: ServerResponse) {
  const etag = String(response.getHeader('etag'));
  const type = String(response.getHeader('content-type'));
  let body = plain.get(etag) ?? Buffer.of();
  if (/^(text|application|image\/svg)/.test(type)) {
    response.setHeader('vary', 'accept-encoding');
    if (/\bbr\b/.test(String(headers['accept-encoding']))) {
      const packed = compressed.get(etag) ?? compress(body);
      compressed.set(etag, packed);
      body = await packed;
      response.setHeader('content-encoding', 'br');
      response.setHeader('content-length', body.length);
    }
  }
  if (response.statusCode === 200 && headers['if-none-match'] === etag) {
    response.statusCode = 304;
    response.removeHeader('content-length');
    response.end();
  } else response.end(body);
}
