import * as http from 'node:http';
import * as https from 'node:https';
import * as tls from 'node:tls';
import { expect, onTestFinished } from 'vitest';
import { runCanary, type World } from '../../../src/node/canary/canary.ts';
import { settings } from '../../rehearsal/stage.ts';
import { findProgram } from '../../support/browsers.ts';
import { listen } from '../../support/ports.ts';

export const isWithoutOpenssl = !findProgram('openssl');

/** Runs the command here, with what it prints in one text. */
export async function run(args: string[], world: Partial<World> = {}) {
  const lines: string[] = [];
  const status = await runCanary(args, {
    env: settings,
    print: (line) => lines.push(line),
    build: async () => expect.unreachable(),
    agents: { http: new http.Agent(), https: new https.Agent() },
    now: Date.now,
    limit: 60_000,
    signal: new AbortController().signal,
    owner: { records: '', rules: '', authorize: async () => ({}) },
    ...world,
  });
  return { status, text: lines.join('\n') };
}

/** Starts a server that is no site of ours; returns its origin. */
export async function serverOf(act: http.RequestListener): Promise<string> {
  const { origin, stop } = await listen(http.createServer(act));
  onTestFinished(stop);
  return origin;
}

/** Answers always so. */
export function html(body: string, status = 200): http.RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  };
}

/**
 * Whatever name is asked for, it is here; connections are kept, as each costs a
 * handshake.
 */
export function agentTo(port: number, ca: string | string[]): https.Agent {
  const createConnection = (options: tls.ConnectionOptions) =>
    tls.connect({ ...options, host: '127.0.0.1', port });
  const agent = new https.Agent({ ca, keepAlive: true });
  return Object.assign(agent, { createConnection });
}
