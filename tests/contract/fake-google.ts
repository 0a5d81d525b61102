import * as http from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';
import { listen } from '../support/ports.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { getSettings } from './records-command.ts';

export type FakeResponse = readonly [status: number, body: unknown];

/** Settings with which the owner's commands use production. */
export const productionSettings = {
  ...getSettings('pear-site'),
  DATA_DIR: createTempFolder(),
};

export const authorize = async () => ({ authorization: 'Bearer token' });

/** Starts a server in place of Google, which gives the same response to each request. */
export async function startFakeGoogle() {
  let requestCount = 0;
  let currentResponse: FakeResponse = [500, ''];

  const server = http.createServer(async (request, response) => {
    await readText(request);
    requestCount += 1;

    const [status, body] = currentResponse;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
  });

  const { origin, stop } = await listen(server);
  afterAll(stop);
  beforeEach(() => {
    requestCount = 0;
  });

  /** Sets the response. Returns the options to use the server as Firestore. */
  function respondWith(response: FakeResponse) {
    currentResponse = response;
    return { production: { origin, authorize } };
  }

  return { server, origin, respondWith, getRequestCount: () => requestCount };
}

/** Returns Firestore's response to a count. */
export function createCountResponse(integerValue: string): FakeResponse {
  return [200, [{ result: { aggregateFields: { count: { integerValue } } } }]];
}

export const quotaError = {
  status: 'RESOURCE_EXHAUSTED',
  message: 'Quota exceeded.',
};
