import { readFileSync, writeFileSync } from 'node:fs';
import type * as http from 'node:http';
import * as https from 'node:https';
import * as path from 'node:path';
import { hostingHandler } from '../../src/node/server/hosting.ts';
import { buildCopy } from '../support/builds.ts';
import { putRules } from '../support/emulator.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { listen } from '../support/ports.ts';
import { Records } from '../support/records.ts';
import { makeCertificate } from './certificate.ts';

const site = 'pear.test';
const google = 'firestore.googleapis.com';

export const settings = {
  VITE_SITE_URL: `https://${site}`,
  VITE_FIREBASE_PROJECT_ID: 'demo-pear',
  VITE_FIREBASE_API_KEY: 'made-up',
  VITE_FIREBASE_APP_ID: '1:1:web:1',
};

/** Builds as `firebase deploy` does; returns the folder that it uploads. */
export function buildForStage(
  name = 'first',
  more: NodeJS.ProcessEnv = {},
  edit: (sources: string) => void = () => undefined,
): string {
  let filledIn = readFileSync('.env.example', 'utf8');
  for (const [name, value] of Object.entries(settings))
    filledIn = filledIn.replace(`\n${name}=\n`, `\n${name}=${value}\n`);
  const env = { GCLOUD_PROJECT: settings.VITE_FIREBASE_PROJECT_ID, ...more };
  const prepare = (sources: string) => {
    writeFileSync(path.join(sources, '.env.production'), filledIn);
    edit(sources);
  };
  const program = ['src/node/predeploy.ts'];
  return path.join(buildCopy(name, env, prepare, program), 'dist');
}

/** Production on one machine: Google's engines behind an https server. */
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** Serves a build and the project demo-pear of an emulator at this host. */
export async function startStage(folder: string, emulator: string) {
  const names = [`DNS:${site}`, `DNS:${google}`, 'DNS:localhost'];
  const { key, cert, pin } = makeCertificate([...names, 'IP:127.0.0.1']);
  const owner = `http://${emulator}`;
  const network = new FaultyProxy(owner);
  let answer = hostingHandler(folder);
  const server = https.createServer({ key, cert }, (request, response) => {
    if (request.headers.host === google) {
      void network.handle(request, response);
    } else if (!stage.intercept(request, response)) {
      answer(request, response, () => response.writeHead(500).end());
    }
  });
  // The server must not close a connection just as Chromium uses it again.
  server.keepAliveTimeout = 0;
  const { port, stop } = await listen(server);
  const mapped = [site, google].map((name) => `MAP ${name} 127.0.0.1:${port}`);
  const stage = {
    origin: `https://${site}`,
    port,
    /** The text of a file that NODE_EXTRA_CA_CERTS can name. */
    certificate: cert,
    /** Map both names to the stage, and every other name to no address. */
    chromiumFlags: [
      `--host-resolver-rules=${[...mapped, 'MAP * ~NOTFOUND', 'EXCLUDE localhost'].join()}`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
    /** Serves another folder, and no file of the one before. */
    deploy: (next: string): void => {
      answer = hostingHandler(next);
    },
    records: new Records(owner),
    deployRules: (text = readFileSync('firestore.rules', 'utf8')) =>
      putRules(owner, settings.VITE_FIREBASE_PROJECT_ID, text),
    /** The network between the browser and Firestore. */
    network,
    /** Answers a request in place of Hosting if it returns true. */
    intercept: (_: http.IncomingMessage, __: http.ServerResponse) => false,
    stop,
  };
  return stage;
}
