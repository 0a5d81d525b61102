import { readFileSync } from 'node:fs';
import type * as http from 'node:http';
import * as https from 'node:https';
import { createHosting } from '../../src/local-server/hosting.ts';
import { buildFromCopy } from '../support/builds.ts';
import { putRules } from '../support/emulator.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import type { Fault } from '../support/network-faults.ts';
import { listen } from '../support/ports.ts';
import { Records } from '../support/records.ts';
import { makeCertificate } from './certificate.ts';

const siteHost = 'pear.test';
const firestoreHost = 'firestore.googleapis.com';

export const stageSettings = {
  VITE_SITE_URL: `https://${siteHost}`,
  VITE_FIREBASE_PROJECT_ID: 'demo-pear',
  VITE_FIREBASE_API_KEY: 'made-up',
  VITE_FIREBASE_APP_ID: '1:1:web:1',
};

/** Firestore's response to more than 20 look-ups, which a page of the site can read. */
const tooManyLookUps: Fault = {
  kind: 'answer',
  status: 403,
  body: '{"error":{"code":403,"status":"PERMISSION_DENIED"}}',
  headers: {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
  },
};

/** Builds the site as `firebase deploy` does; returns the folder to upload. */
export function buildForStage(
  name = 'first',
  settings: NodeJS.ProcessEnv = {},
  edit?: (sources: string) => void,
): string {
  const GCLOUD_PROJECT = stageSettings.VITE_FIREBASE_PROJECT_ID;
  const env = { ...stageSettings, GCLOUD_PROJECT, ...settings };
  const command = ['src/node/run.js', 'src/build/predeploy.ts'];
  return `${buildFromCopy(name, env, edit, command)}/dist`;
}

/** A local copy of production: Hosting's and Firestore's emulators over HTTPS. */
export type StagedSite = Awaited<ReturnType<typeof startStaging>>;

/** Serves a build as Hosting does, and the emulator's records as Firestore does. */
export async function startStaging(folder: string, emulatorHost: string) {
  const names = [`DNS:${siteHost}`, `DNS:${firestoreHost}`, 'DNS:localhost'];
  const { key, cert, pin } = makeCertificate([...names, 'IP:127.0.0.1']);

  const emulatorUrl = `http://${emulatorHost}`;
  const network = new FaultyProxy(emulatorUrl);
  let handleRequest = createHosting(folder);

  const server = https.createServer({ key, cert }, (request, response) => {
    if (request.headers.host === firestoreHost) {
      void network.handle(request, response);
    } else if (!stage.intercept(request, response)) {
      handleRequest(request, response, () => response.writeHead(500).end());
    }
  });

  // Never close idle connections, because Chromium could be about to reuse one.
  server.keepAliveTimeout = 0;

  const { port, stop } = await listen(server);
  const serverHost = `127.0.0.1:${port}`;
  const stage = {
    origin: `https://${siteHost}`,
    port,
    /** The certificate as PEM text, for a file that NODE_EXTRA_CA_CERTS names. */
    certificate: cert,
    /** Flags that map both hosts to this server, and block all hosts but localhost. */
    chromiumFlags: [
      `--host-resolver-rules=MAP ${siteHost} ${serverHost},MAP ${firestoreHost} ${serverHost},MAP * ~NOTFOUND,EXCLUDE localhost`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
    /** Serves another folder instead of the previous one. */
    deploy: (newFolder: string): void => {
      handleRequest = createHosting(newFolder);
    },
    records: new Records(emulatorUrl),
    deployRules: (text = readFileSync('firestore.rules', 'utf8')) =>
      putRules(emulatorUrl, stageSettings.VITE_FIREBASE_PROJECT_ID, text),
    /** The network between the browser and Firestore. */
    network,
    /** Refuses more than 20 records in a request, which the emulator accepts. */
    limitCommits: (): void =>
      network.failEach((commit) => {
        const { ids = [] } = network.log[commit - 1] ?? {};
        return ids.length > 20 ? tooManyLookUps : undefined;
      }),
    /** Is called before Hosting; returns true if it has sent the response. */
    intercept: (_: http.IncomingMessage, __: http.ServerResponse) => false,
    stop,
  };

  return stage;
}
