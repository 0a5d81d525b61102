import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { bundleScript } from '../../../src/build/bundle-script.ts';
import { createForwarder } from '../../../src/local-server/firestore/plugin.ts';
import {
  buildFromCopy,
  buildNextVersion,
  serveBuild,
} from '../../support/builds.ts';
import { hasEmulator, startEmulator } from '../../support/emulator.ts';
import { FaultyProxy } from '../../support/faulty-proxy.ts';
import { listen } from '../../support/ports.ts';
import { Records } from '../../support/records.ts';
import { startSite } from '../../support/site.ts';
import { ChannelProxy } from './channel-proxy.ts';
import type { Network } from './network.ts';
import type { ContestantName } from './results.ts';

export type Release = 'first' | 'more-fields' | 'renamed';

/** A site with a form, and with one of the compared queues behind the form. */
export interface Contestant {
  network: Network;
  records: Records;
  /** The address of the form within the site. */
  path: string;
  hasWorker: boolean;
  /** Deploys another version of the site. */
  deploy(release: Release): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a contestant. `query` is added to the address of a peer's page. Returns
 * undefined if a tool for the contestant is missing.
 */
export async function startContestant(
  name: ContestantName,
  query: string,
): Promise<Contestant | undefined> {
  const formPath = `/${query}`;
  switch (name) {
    case 'pear':
      return startPear();
    case 'firestore':
      if (!hasEmulator()) return undefined;
      return { path: formPath, ...(await startFirestore()) };
    case 'tanstack':
    case 'workbox':
      return { path: formPath, ...(await startRestPeer(name)) };
    default:
      return name satisfies never;
  }
}

async function startPear(): Promise<Contestant> {
  const site = await startSite();
  const network = new FaultyProxy(site.origin);
  await network.open();

  const servers: Awaited<ReturnType<typeof serveBuild>>[] = [];
  const builds = { 'more-fields': buildNextVersion, renamed: buildRenamed };

  return {
    network,
    records: new Records(site.origin),
    path: '/careers',
    hasWorker: true,
    deploy: async (release) => {
      if (release === 'first') {
        network.site = site.origin;
        return;
      }
      const folder = path.join(builds[release](), 'dist');
      const server = await serveBuild(folder, site.origin);
      servers.push(server);
      network.site = server.origin;
    },
    stop: async () => {
      await network.close();
      for (const server of servers) await server.stop();
      await site.stop();
    },
  };
}

/** Builds the site with another name of the careers form, and forgets the old name. */
function buildRenamed(): string {
  const settings = { VITE_SITE_URL: 'https://renamed.example' };
  return buildFromCopy('renamed', settings, (folder) => {
    for (const [file, before, after] of [
      ['form-definitions/forms.ts', 'careers: careers', 'jobs: careers'],
      ['form-definitions/forms.ts', "careers: 'careers'", "jobs: 'careers'"],
      ['form-definitions/careers.ts', "name: 'careers'", "name: 'jobs'"],
      ['routes.ts', "form: 'careers'", "form: 'jobs'"],
      ['content/link-previews.ts', "careers: 'contact'", "jobs: 'contact'"],
    ] as const)
      replaceInFile(path.join(folder, 'src', file), before, after);
  });
}

/** A peer that sends to the same REST API as the site. */
async function startRestPeer(name: 'tanstack' | 'workbox') {
  const site = await startSite();
  const server = await servePeer(
    name,
    createForwarder(new URL(site.origin).host),
  );
  const network = new FaultyProxy(server.origin);
  await network.open();

  return {
    network,
    records: new Records(site.origin),
    hasWorker: name === 'workbox',
    deploy: server.deploy,
    stop: async () => {
      await network.close();
      await server.stop();
      await site.stop();
    },
  };
}

async function startFirestore() {
  const emulator = await startEmulator();
  const server = await servePeer('firestore');
  const network = new ChannelProxy(server.origin, emulator.host);
  await network.open();

  return {
    network,
    records: new Records(`http://${emulator.host}`),
    hasWorker: false,
    deploy: server.deploy,
    stop: async () => {
      await network.close();
      await server.stop();
      await emulator.stop();
    },
  };
}

const formPage = `<!doctype html>
<html lang="en">
  <title>A form</title>
  <main>
    <form>
      <label>Name <input name="name"></label>
      <label>Email <input name="email" type="email"></label>
      <label>Message <textarea name="message"></textarea></label>
      <button type="submit">Submit</button>
    </form>
    <p role="status"></p>
  </main>
  <script src="/static/js/index-peer.js"></script>
</html>`;

const phoneField = '<label>Phone <input name="phone"></label>';

function renderForm(release: Release): string {
  return release === 'more-fields'
    ? formPage.replace('<button', `${phoneField}<button`)
    : formPage;
}

/** Serves a peer's page. Forwards requests for Firestore, if there is a forwarder. */
async function servePeer(
  name: Exclude<ContestantName, 'pear'>,
  forward?: ReturnType<typeof createForwarder>,
) {
  const scripts = await bundlePeer(name);
  let release: Release = 'first';

  /** Changes the name of the form, of its function or of its queue, if it is renamed. */
  const rename = (script: string) =>
    release === 'renamed'
      ? script.replaceAll('messageQueue', 'newName')
      : script;

  const findFile = (url: string): [type: string, text: string] | undefined => {
    switch (url.replace(/\?.*/, '')) {
      case '/':
        return ['text/html', renderForm(release)];
      case '/static/js/index-peer.js':
        return ['text/javascript', rename(scripts.page)];
      case '/sw.js':
        return ['text/javascript', rename(scripts.worker)];
      default:
        return undefined;
    }
  };

  const server = http.createServer((request, response) => {
    const serveFile = () => {
      const [type, text] = findFile(request.url ?? '/') ?? [];
      response.writeHead(type ? 200 : 404, {
        'content-type': `${type ?? 'text/plain'}; charset=utf-8`,
        'cache-control': 'no-store',
      });
      response.end(text ?? 'Not found');
    };
    if (forward) forward(request, response, serveFile);
    else serveFile();
  });

  return {
    ...(await listen(server)),
    deploy: async (next: Release) => {
      release = next;
    },
  };
}

/** Bundles the scripts of a peer's page and of its worker, which may be empty. */
async function bundlePeer(name: Exclude<ContestantName, 'pear'>) {
  const folder = 'tests/bench/peers/pages';
  const bundle = async (file: string) =>
    (await bundleScript(`${folder}/${file}`)).replaceAll(
      'process.env.NODE_ENV',
      '"production"',
    );

  const worker = name === 'workbox' ? await bundle('workbox-worker.ts') : '';
  return { page: await bundle(`${name}.ts`), worker };
}

/** Returns the compressed size of a peer's scripts in bytes. */
export async function measureCode(
  name: Exclude<ContestantName, 'pear'>,
): Promise<number> {
  const { page, worker } = await bundlePeer(name);
  return [page, worker].reduce(
    (sum, script) => sum + brotliCompressSync(script).length,
    0,
  );
}

function replaceInFile(file: string, before: string, after: string): void {
  const text = fs.readFileSync(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  fs.writeFileSync(file, text.replace(before, after));
}
