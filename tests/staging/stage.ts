import { readFileSync, writeFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as path from 'node:path';
import { pipeline } from 'node:stream';
import { hostingHandler } from '../../src/node/server/hosting.ts';
import { putRules } from '../support/emulator.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { listen } from '../support/ports.ts';
import { Records } from '../support/records.ts';
import { buildVariant } from '../support/variants.ts';
import { makeCertificate } from './certificate.ts';

const site = 'pear.test';
const google = 'firestore.googleapis.com';

/** What makes a build one for this stage. */
export const settings = {
  VITE_SITE_URL: `https://${site}`,
  VITE_FIREBASE_PROJECT_ID: 'demo-pear',
  VITE_FIREBASE_API_KEY: 'made-up',
  VITE_FIREBASE_APP_ID: '1:1:web:1',
};

/**
 * Builds as `firebase deploy` does first, with settings as the README has them;
 * returns the folder that is uploaded.
 */
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
  return path.join(buildVariant(name, env, prepare, program), 'dist');
}

/** Production on one machine: the engines are Google's, the way is https. */
export type Stage = Awaited<ReturnType<typeof startStage>>;

/**
 * Serves a folder of a build with the stage's settings, beside the project
 * demo-pear of Google's emulator at this host.
 */
export async function startStage(folder: string, emulator: string) {
  const names = [`DNS:${site}`, `DNS:${google}`, 'DNS:localhost'];
  const { key, cert, pin } = makeCertificate([...names, 'IP:127.0.0.1']);
  const owner = `http://${emulator}`;
  const network = new FaultyProxy(owner);
  await network.open();
  let answer = hostingHandler(folder);
  const server = https.createServer({ key, cert }, (request, response) => {
    if (request.headers.host === google) {
      forwardTo(network.origin, request, response);
    } else if (!stage.meet(request, response)) {
      answer(request, response, () => response.writeHead(500).end());
    }
  });
  // A kept connection must not be closed just as it is used again.
  server.keepAliveTimeout = 0;
  const { port, stop } = await listen(server);
  const mapped = [site, google].map((name) => `MAP ${name} 127.0.0.1:${port}`);
  const stage = {
    /** The site, for who has the flags, or looks both names up as `port`. */
    origin: `https://${site}`,
    /** Of 127.0.0.1, where the site and Firestore answer to their names. */
    port,
    /** To be trusted by a client of Node's: NODE_EXTRA_CA_CERTS or `ca`. */
    certificate: cert,
    /** With them Chromium finds both names here, and nothing else anywhere. */
    chromiumFlags: [
      `--host-resolver-rules=${[...mapped, 'MAP * ~NOTFOUND', 'EXCLUDE localhost'].join()}`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
    /** Hosting serves this folder from now on, and nothing of the one before. */
    deploy: (next: string): void => {
      answer = hostingHandler(next);
    },
    /** Firestore as its owner reads and wipes it. */
    records: new Records(owner),
    /** Firestore's access rules from now on; without a text they are ours. */
    deployRules: (text = readFileSync('firestore.rules', 'utf8')) =>
      putRules(owner, settings.VITE_FIREBASE_PROJECT_ID, text),
    /** The way to Firestore, which can be cut, and fail in many ways. */
    network,
    /** Answers in the place of hosting, where it returns true. */
    meet: (_: http.IncomingMessage, __: http.ServerResponse): boolean => false,
    stop: async (): Promise<void> => {
      await stop();
      await network.close();
    },
  };
  return stage;
}

/** An answer that is cut or lost there is cut or lost here. */
function forwardTo(
  to: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const { method, headers, url = '/' } = request;
  const options = { method, headers, agent: false };
  const onward = http.request(new URL(url, to), options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => undefined);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
