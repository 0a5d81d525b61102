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

/** What may become of a commit that is to be tried again. */
export const passingFaults: readonly Fault[] = [
  { kind: 'reset' },
  { kind: 'lose-answer' },
  { kind: 'cut-answer' },
  { kind: 'replace-answer', by: portal(503) },
  refusal(500, 'INTERNAL'),
  portal(503),
  refusal(429, 'RESOURCE_EXHAUSTED'),
  portal(200),
  portal(403),
  { kind: 'redirect', to: '/faq' },
  { kind: 'answer', status: 200, body: '{}' },
  refusal(409, 'ABORTED'),
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
