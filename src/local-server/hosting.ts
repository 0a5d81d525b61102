import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as path from 'node:path';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
// @ts-expect-error: the package has no types.
import compression from 'compression';
import superstatic from 'superstatic/lib/superstatic.js';
import type { Connect, Plugin } from 'vite';
import firebase from '../../firebase.json' with { type: 'json' };

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const compress: Connect.NextHandleFunction = compression({ brotli });

export function hostingPreview(): Plugin {
  return {
    name: 'pear:hosting-preview',
    configurePreviewServer({ config: { root, build }, middlewares }) {
      middlewares.use(createHosting(path.resolve(root, build.outDir)));
    },
  };
}

/** Serves a folder as firebase.json configures, with the engine of Google's emulator. */
export function createHosting(folder: string): Connect.NextHandleFunction {
  // The type is `object` because the engine's types lack the option `provider`.
  const options: object = {
    stack: 'strict',
    config: firebase.hosting,
    compression: sendLikeFirebase,
    // The engine's own provider leaves files open, and responds to long names with 500.
    provider: async (_: IncomingMessage, address: string) => {
      const file = path.join(folder, decodeURI(address));
      if (!file.startsWith(folder + path.sep)) return null;
      const body = await readFile(file).catch(() => null);
      if (!body) return null;
      const etag = `"${hash('sha256', body)}"`;
      return { stream: Readable.from([body]), etag, size: body.length };
    },
  };

  const serveStatic = superstatic(options) as Connect.NextHandleFunction;
  return (request, response, next) => {
    // superstatic crashes on leading double slashes and on invalid encodings.
    const url = `/${request.url?.replace(/^[/\\]+/, '')}`;
    request.url = [url, url.replace(/\?.*/s, '')].find(isDecodable) ?? '/404';
    serveStatic(request, response, next);
  };
}

function isDecodable(address: string): boolean {
  try {
    return decodeURI(address) !== '';
  } catch {
    return false;
  }
}

/** Adds compression and 304 responses, which superstatic lacks. */
function sendLikeFirebase(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) {
  const isCached =
    request.headers['if-none-match'] === response.getHeader('etag');
  if (response.statusCode !== 200 || !isCached)
    return compress(request, response, next);

  response.removeHeader('content-length');
  response.writeHead(304).end();
}
