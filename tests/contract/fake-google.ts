import * as http from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';
import { collections } from '../../src/local-server/firestore/rules.ts';
import { listen } from '../support/ports.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { getSettings } from './records-command.ts';

export type Response = readonly [status: number, body: unknown];
export type FakeResponse = Response | Promise<Response>;

/** Settings with which the owner's commands use production. */
export const settings = {
  ...getSettings('pear-site'),
  DATA_DIR: createTempFolder(),
};

export const authorize = async () => ({ authorization: 'Bearer token' });

/** Starts a server in place of Google, which gives the responses of a list in turn. */
export async function startFakeGoogle() {
  /** The requests of the current test. */
  const requests: string[] = [];
  /** The next responses. */
  const responses: FakeResponse[] = [];
  let lastResponse: FakeResponse = [500, ''];

  const server = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = await textOf(request);
    requests.push([method, url, headers.authorization, body].join(' '));

    // A call that failed for a moment is repeated, and gets the last response again.
    lastResponse = responses.shift() ?? lastResponse;
    const [status, answer] = await lastResponse;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text);
  });

  const { origin, stop } = await listen(server);
  afterAll(stop);
  beforeEach(() => {
    requests.length = 0;
  });

  /** Sets the next responses. Returns the options to use the server as Firestore. */
  function respondWith(...list: FakeResponse[]) {
    responses.splice(0, responses.length, ...list);
    return { production: { origin, authorize } };
  }

  return { server, origin, requests, respondWith };
}

export const root = 'projects/pear-site/databases/(default)/documents';
const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };

export type FakeDocument = ReturnType<typeof createDocument>;

/** Returns a document of the waitlist as a query finds it. */
export function createDocument(id: string, fields: object = {}) {
  return {
    document: {
      name: `${root}/waitlist/${id}`,
      fields: {
        email: { stringValue: `${id}@mail.org` },
        timestamp,
        ...fields,
      },
    },
  };
}

export function found(...parts: object[]): Response {
  return [200, parts];
}

export function counted(integerValue: string): Response {
  return found({ result: { aggregateFields: { count: { integerValue } } } });
}

const [_waitlist, ...otherCollections] = collections.keys();
export const otherCounts = otherCollections.map(() => counted('0'));
export const otherQueries = otherCollections.map(() => found());

export const quotaError = {
  status: 'RESOURCE_EXHAUSTED',
  message: 'Quota exceeded.',
};
