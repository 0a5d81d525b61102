import type * as http from 'node:http';
import type { Answer } from './upstream.ts';

/** What becomes of a request that commits records. */
export type Fault =
  | { kind: 'answer'; status: number; body: string; type?: string }
  | { kind: 'redirect'; to: string }
  /** The connection is reset before the server has read anything. */
  | { kind: 'reset' }
  /** The server commits; its answer is lost. */
  | { kind: 'lose-answer' }
  /** The server commits; its answer is cut in the middle. */
  | { kind: 'cut-answer' }
  /** The server commits; somebody on the way answers for it. */
  | { kind: 'replace-answer'; by: Fault }
  /** Nothing ever comes back, and the server gets nothing. */
  | { kind: 'silence' };

/** HTML of a server or a captive portal that knows nothing of Firestore. */
export function portal(status: number): Fault {
  const body = '<!doctype html><title>Wi-Fi login</title>';
  return { kind: 'answer', status, body, type: 'text/html; charset=utf-8' };
}

/** An error as Firestore words it. */
export function refusal(status: number, name: string): Fault {
  const error = { code: status, message: 'As the test has it', status: name };
  return { kind: 'answer', status, body: JSON.stringify({ error }) };
}

/** Firestore's own answer where the rules say no. */
export const denial = refusal(403, 'PERMISSION_DENIED');

/** The connection fails before the server reads, after it commits, or midway. */
export const lostAnswers: readonly Fault[] = [
  { kind: 'reset' }, // F5
  { kind: 'lose-answer' }, // F6
  { kind: 'cut-answer' }, // F7
];

/** Answers after which a commit is sent again by itself. */
export const transientAnswers: readonly Fault[] = [
  refusal(500, 'INTERNAL'), // F8
  portal(503), // F9
  refusal(429, 'RESOURCE_EXHAUSTED'), // F10
  portal(200), // F11
  portal(403),
  { kind: 'redirect', to: '/faq' }, // F12
  { kind: 'answer', status: 200, body: '{}' }, // F13
  refusal(409, 'ABORTED'), // F19
];

/** What may become of a commit that is to be tried again. */
export const passingFaults: readonly Fault[] = [
  ...lostAnswers,
  { kind: 'replace-answer', by: portal(503) },
  ...transientAnswers,
];

/** A commit as it passed by, with when something happened to it. */
export interface Commit {
  ids: string[];
  body: string;
  /** The server has stored it. */
  storedAt?: number;
  /** The server's own answer has gone to the browser whole. */
  answeredAt?: number;
  /** Somebody has refused it with an error of Firestore's kind. */
  refusedAt?: number;
}

/** Lets a commit meet a fault; each connection that it uses ends with it. */
export async function applyFault(
  fault: Fault,
  commit: Commit,
  response: http.ServerResponse,
  /** Has the server store it; returns its answer. */
  store: () => Promise<Answer>,
): Promise<void> {
  response.setHeader('connection', 'close');
  switch (fault.kind) {
    case 'answer': {
      const { status, body, type = 'application/json' } = fault;
      if (body.startsWith('{"error"')) commit.refusedAt = now();
      response.writeHead(status, { 'content-type': type }).end(body);
      return;
    }
    case 'redirect':
      response.writeHead(302, { location: fault.to }).end();
      return;
    case 'reset':
      response.destroy();
      return;
    case 'lose-answer':
      await store();
      response.destroy();
      return;
    case 'cut-answer': {
      const { status, body } = await store();
      response.writeHead(status, { 'content-length': body.length });
      const half = body.subarray(0, body.length >> 1);
      response.write(half, () => response.destroy());
      return;
    }
    case 'replace-answer':
      await store();
      return applyFault(fault.by, commit, response, store);
    case 'silence':
  }
}

/** The clock that pages measure by too, whatever Date says there. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
