import * as http from 'node:http';
import * as net from 'node:net';
import type { Connect, Plugin } from 'vite';
import { readSettings, type Settings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { openRecords } from './firestore/records.ts';
import { answerFirestore } from './firestore/server.ts';

/** Answers Firestore's requests at the site's own origin. */
export function localFirestore(): Plugin {
  return {
    name: 'pear:local-firestore',
    async configureServer({ middlewares }) {
      middlewares.use(await firestoreMiddleware(readSettings(process.env)));
    },
    async configurePreviewServer({ middlewares }) {
      middlewares.use(await firestoreMiddleware(readSettings(process.env)));
    },
  };
}

async function firestoreMiddleware(
  settings: Settings,
): Promise<Connect.NextHandleFunction> {
  if (settings.emulator) {
    await checkEmulator(settings.emulator);
    return passOn(settings.emulator);
  }
  const records = openRecords(settings.dataDir);
  return async (request, response, next) => {
    try {
      if (!(await answerFirestore(records, request, response))) next();
    } catch (error) {
      next(error);
    }
  };
}

export function passOn(emulator: string): Connect.NextHandleFunction {
  const target = new URL(`http://${emulator}`);
  return (request, response, next) => {
    const { url = '/', method, headers } = request;
    if (!/^\/(v1|emulator\/v1)\//.test(url)) return next();
    const onward = http.request(
      new URL(url, target),
      { method, headers: { ...headers, host: emulator } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => {
      response.writeHead(503, { 'content-type': 'text/plain' });
      response.end(`No emulator answers at ${emulator}.`);
    });
    request.pipe(onward);
  };
}

function checkEmulator(emulator: string): Promise<void> {
  const { hostname, port } = new URL(`http://${emulator}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port: Number(port) }, () => {
      socket.destroy();
      resolve();
    });
    socket.setTimeout(5000, () => socket.destroy(new Error('No answer')));
    socket.on('error', () => {
      reject(
        new UserError(
          `No Firestore emulator answers at ${emulator}; start one there, or unset FIRESTORE_EMULATOR_HOST for the embedded Firestore.`,
        ),
      );
    });
  });
}
