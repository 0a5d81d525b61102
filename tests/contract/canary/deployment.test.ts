import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../../src/node/canary/canary.ts';
import { UserError } from '../../../src/node/user-error.ts';
import { listen } from '../../support/ports.ts';
import { describeEmulator } from '../describe-emulator.ts';
import { agentTo, html, isWithoutOpenssl, run, serverOf } from './run.ts';
import { answerPlainly, dist, mend, now, setUp, stage } from './sabotage.ts';
import { rows } from './table.ts';

const write = ['--write'];

describeEmulator(() => {
  if (isWithoutOpenssl) return test.skip('skipped: openssl is not here');
  const agents = { http: new http.Agent(), https: new https.Agent() };
  let plain: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    await setUp();
    plain = await listen(http.createServer(answerPlainly));
    const createConnection = () => net.connect(plain.port, '127.0.0.1');
    Object.assign(agents.http, { createConnection });
    agents.https = agentTo(stage.port, stage.certificate);
  });
  afterAll(async () => {
    agents.https.destroy();
    await plain.stop();
    await stage.stop();
  });
  afterEach(mend);

  const canary = (
    args: string[],
    owner: Partial<World['owner']> = {},
    signal = new AbortController().signal,
  ) =>
    run([stage.origin, ...args], {
      agents,
      now,
      signal,
      build: async () => dist,
      owner: {
        records: stage.records.origin,
        rules: plain.origin,
        authorize: async () => ({ authorization: 'Bearer owner' }),
        ...owner,
      },
    });

  test('finds nothing wrong with what is sound, and leaves nothing', async () => {
    const { status, text } = await canary([
      ...write,
      ...['--same-as', 'https://localhost'],
    ]);
    expect(text).toMatch(
      /\nServed: \d\d+ files, \d\d redirects, what is missing/,
    );
    expect(text).toContain('\nAccess rules: compared with firestore.rules.\n');
    expect(text).toMatch(
      /\n {2}the entry: accepted\n {2}the same again: accepted\n {2}the entry changed: refused\n/,
    );
    expect(text).toMatch(/\nIts owner found the entry of canary-/);
    expect(text).not.toContain('made-up');
    expect(text).toMatch(/\nSound\.$/);
    expect(status).toBe(0);
    expect(await stage.records.count('waitlist')).toBe(0);
  });

  describe.for([1, 2, 3] as const)('exit status %i', (wanted) => {
    test.for(Object.entries(rows[wanted]))('%s', async ([, row]) => {
      const [breakIt, ...finds] = row;
      await breakIt();
      const { status, text } = await canary(wanted === 3 ? write : []);
      const [, wrong = ''] = text.split('\nWrong:\n');
      const found = wrong.split('\n').slice(0, -1);
      const known = found.map((line) => {
        const plain = line.slice(2).replace(/ +/g, ' ');
        return finds.find((start) => begins(plain, start)) ?? plain;
      });
      expect(new Set(known), text).toEqual(new Set(finds));
      expect(status).toBe(wanted);
      expect(await stage.records.count('waitlist')).toBe(0);
    });
  });

  test('an interruption after the entry erases it all the same', async () => {
    const stop = new AbortController();
    const { log, commits: before } = stage.network;
    const ours = () => log.slice(before);
    stage.network.failEach(() => {
      if (ours().some(({ storedAt }) => storedAt)) stop.abort('Interrupted');
      return undefined;
    });
    let wasAnswered: boolean | undefined;
    const authorize = async () => {
      if (stop.signal.aborted)
        wasAnswered ??= ours().every((one) => one.storedAt || one.refusedAt);
      return { authorization: 'Bearer owner' };
    };
    const { status, text } = await canary(write, { authorize }, stop.signal);
    expect(wasAnswered).toBe(true);
    expect(text).toMatch(
      /\nIts owner found the entry of canary-.*; it is erased\.\nInterrupted: nothing can be said of the site\.$/,
    );
    expect(status).toBe(2);
    expect(await stage.records.count('waitlist')).toBe(0);
  });

  test('without credentials it asks the rules, and how to erase', async () => {
    const authorize = () => Promise.reject(new UserError('No credentials.'));
    const { status, text } = await canary(write, { authorize });
    const [entry] = await stage.records.list('waitlist');
    const email = entry?.fields.email;
    expect(text).toContain('\nAccess rules: asked what they have to refuse.\n');
    expect(text).toContain('rules were not read (No credentials.); an acc');
    expect(text).toContain(
      `erase it with: npm run records -- erase ${email} --yes (No credentials.)\nSound.`,
    );
    expect(status).toBe(0);
  });

  test('an entry that its owner does not find is not sound', async () => {
    const records = await serverOf(html('[]'));
    const { status, text } = await canary(write, { records });
    expect(text).toMatch(
      /\nWrong:\n {2}records +waitlist\/\S+, favoriteBrand\/\S+: its owner does not find the entry\. See npm run records/,
    );
    expect(status).toBe(3);
  });

  test('a site of another build is not the same', async () => {
    stage.meet = ({ headers, url }, response) => {
      if (headers.host !== 'localhost' || url !== '/sw.js') return false;
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end('another');
      return true;
    };
    const { status, text } = await canary(['--same-as', 'https://localhost']);
    expect(text).toMatch(
      /\n {2}build +https:\/\/localhost\/sw\.js: it is not what a/,
    );
    expect(status).toBe(1);
  });
});

/** Whether it begins so, where '…' is any text. */
function begins(line: string, start: string): boolean {
  const escaped = start.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '.*')}`).test(line);
}
