import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { expect } from 'vitest';
import { runCanary, type World } from '../../../src/node/canary/main.ts';
import { hasOpenssl } from '../../rehearsal/certificate.ts';
import { settings } from '../../rehearsal/stage.ts';
import { listen } from '../../support/ports.ts';

/** With CI=true nothing is skipped: what needs it fails instead. */
export const isWithoutOpenssl = !hasOpenssl() && process.env.CI !== 'true';

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

/** A server that is no site of ours. */
export async function withServer(
  act: http.RequestListener,
  test: (origin: string) => Promise<void>,
): Promise<void> {
  const { origin, stop } = await listen(http.createServer(act));
  try {
    await test(origin);
  } finally {
    await stop();
  }
}

/** Answers always so. */
export function html(body: string, status = 200): http.RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  };
}
/** Whatever name is asked for, it is here. */
export function agentTo(port: number, ca: string | string[]): https.Agent {
  const agent = new https.Agent({ ca });
  return Object.assign(agent, {
    createConnection: (options: tls.ConnectionOptions) =>
      tls.connect({ ...options, host: '127.0.0.1', port }),
  });
}

/** The same for http, but for what is asked by its number. */
export function plainAgentTo(port: number): http.Agent {
  const createConnection = ({ host, ...options }: net.TcpNetConnectOpts) => {
    const isHere = host === '127.0.0.1';
    return net.connect(isHere ? options.port : port, '127.0.0.1');
  };
  return Object.assign(new http.Agent(), { createConnection });
}
