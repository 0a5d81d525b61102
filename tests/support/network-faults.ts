import type * as http from 'node:http';

/** A fault of the network or the server, for a request that writes records. */
export type Fault =
  | { kind: 'answer'; status: number; body: string; headers?: ResponseHeaders }
  /** The connection is reset before the server reads the request. */
  | { kind: 'reset' }
  /** The server stores the records, but its response is lost. */
  | { kind: 'lose-answer' }
  /** The server stores the records, but only half of its response arrives. */
  | { kind: 'cut-answer' }
  /** The server stores the records, but the browser gets another response. */
  | { kind: 'replace-answer'; by: Fault }
  /** The server receives nothing, and no response arrives. */
  | { kind: 'silence' };

type ResponseHeaders = http.OutgoingHttpHeaders;

/** The HTML page of a captive portal or a proxy, in place of Firestore's JSON. */
export function createCaptivePortalFault(status: number): Fault {
  const body = '<!doctype html><title>Wi-Fi login</title>';
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return { kind: 'answer', status, body, headers };
}

/** An error in the format of Firestore. */
export function createFirestoreFault(status: number, name: string): Fault {
  const error = { code: status, message: 'From the test', status: name };
  return { kind: 'answer', status, body: JSON.stringify({ error }) };
}

/** Firestore's response if the access rules refuse a write. */
export const deniedFault = createFirestoreFault(403, 'PERMISSION_DENIED');

export const connectionFaults: readonly Fault[] = [
  { kind: 'reset' }, // F5
  { kind: 'lose-answer' }, // F6
  { kind: 'cut-answer' }, // F7
];

/** Responses after which the outbox retries a submission. */
export const transientResponses: readonly Fault[] = [
  createFirestoreFault(500, 'INTERNAL'), // F8
  createCaptivePortalFault(503), // F9
  createFirestoreFault(429, 'RESOURCE_EXHAUSTED'), // F10
  createCaptivePortalFault(200), // F11
  createCaptivePortalFault(403),
  { kind: 'answer', status: 302, body: '', headers: { location: '/faq' } }, // F12
  { kind: 'answer', status: 200, body: '{}' }, // F13
  createFirestoreFault(409, 'ABORTED'), // F19
];

/** Faults after which the outbox retries a submission. */
export const transientFaults: readonly Fault[] = [
  ...connectionFaults,
  { kind: 'replace-answer', by: createCaptivePortalFault(503) },
  ...transientResponses,
];

/** A request that writes records. Its times are values of `getTime()`. */
export interface Commit {
  ids: string[];
  body: string;
  /** Time at which the server stored the records. */
  storedAt?: number;
  /** Time at which the proxy passed the server's 200 response to the browser. */
  answeredAt?: number;
  /** Time at which the browser got an error in Firestore's format. */
  refusedAt?: number;
}

/** Applies a fault to a commit, and closes the connection. */
export async function applyFault(
  fault: Fault,
  commit: Commit,
  response: http.ServerResponse,
  /** Sends the commit to the server and returns its response. */
  store: () => Promise<{ status: number; body: Buffer }>,
): Promise<unknown> {
  response.setHeader('connection', 'close');

  switch (fault.kind) {
    case 'silence':
      return;
    case 'reset':
      return response.destroy();
    case 'answer': {
      const jsonHeaders = { 'content-type': 'application/json' };
      const { status, body, headers = jsonHeaders } = fault;
      if (body.startsWith('{"error"')) commit.refusedAt = getTime();
      return response.writeHead(status, headers).end(body);
    }
    case 'lose-answer':
      await store();
      return response.destroy();
    case 'replace-answer':
      await store();
      return applyFault(fault.by, commit, response, store);
    case 'cut-answer': {
      const { status, body } = await store();
      response.writeHead(status, { 'content-length': body.length });
      const firstHalf = body.subarray(0, Math.floor(body.length / 2));
      return response.write(firstHalf, () => response.destroy());
    }
    default:
      fault satisfies never;
  }
}

/** Returns a time in ms from a clock that no test changes, unlike `Date`. */
export function getTime(): number {
  return performance.timeOrigin + performance.now();
}
