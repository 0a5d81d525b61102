import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as path from 'node:path';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
// @ts-expect-error: it has no types.
import compression from 'compression';
import superstatic from 'superstatic/lib/superstatic.js';
import type { Connect, Plugin } from 'vite';
import firebase from '../../../firebase.json' with { type: 'json' };

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const compress: Connect.NextHandleFunction = compression({ brotli });

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
    // The engine's own provider leaves files open, and answers 500 to a long name.
    provider: async (_: IncomingMessage, address: string) => {
      const file = path.join(folder, decodeURI(address));
      if (!file.startsWith(folder + path.sep)) return null;
      const body = await readFile(file).catch(() => null);
      if (!body) return null;
      const etag = `"${hash('sha256', body)}"`;
      return { stream: Readable.from([body]), etag, size: body.length };
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

/** Adds what Firebase's edge does and the engine lacks: 304, and compression. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) {
  const isKnown =
    request.headers['if-none-match'] === response.getHeader('etag');
  if (response.statusCode !== 200 || !isKnown) {
    return compress(request, response, next);
  }
  response.removeHeader('content-length');
  response.writeHead(304).end();
}
