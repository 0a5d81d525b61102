import * as http from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { runStep } from '../../../src/node/deploy/deploy.ts';
import { listen } from '../../support/ports.ts';

type Held = Record<string, { version?: string; mark?: string; ttl?: string }>;

/** What Google holds; it refuses changes while `isDown`. */
let channels: Held;
let rules: Record<string, string>;
let isDown: boolean;

// Stands for Firebase Hosting and for the Rules API.
const server = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
  const body = (request.method === 'GET' ? {} : await json(request)) as {
    ttl?: string;
    labels?: { deployment: string };
    name?: string;
    rulesetName?: string;
    release?: { name: string; rulesetName: string };
  };
  const answer = (status: number, value: unknown) =>
    response.writeHead(status).end(JSON.stringify(value));
  if (isDown && request.method !== 'GET') return answer(503, { error: {} });
  const channel = /\/sites\/pear\/channels\/(\w+)/.exec(pathname)?.[1];
  const place = channel ?? searchParams.get('channelId') ?? '';
  const held = channels[place];
  const version = searchParams.get('versionName');
  if (/channels/.test(pathname)) {
    if (version && held) held.version = version;
    else if (body.ttl) {
      const mark = body.labels?.deployment ?? '';
      channels[place] = { ...held, ttl: body.ttl, mark };
    } else if (!held) return answer(404, {});
    const { version: name, mark: deployment } = channels[place] ?? {};
    return answer(200, {
      release: { version: { name } },
      labels: { deployment },
    });
  }
  const { name, rulesetName } = body.release ?? body;
  if (name && rulesetName) rules[name.split('/').at(-1) ?? ''] = rulesetName;
  const found = rules[(name ?? pathname).split('/').at(-1) ?? ''];
  return answer(found ? 200 : 404, { rulesetName: found });
});
const { origin, stop } = await listen(server);
afterAll(stop);

beforeEach(() => {
  channels = { live: { version: 'v1' } };
  rules = { 'cloud.firestore': 'r1' };
  isDown = false;
});

const said: string[] = [];
const run = (...args: string[]) => {
  said.length = 0;
  const authorize = async () => ({});
  const google = { project: 'pear-site', site: 'pear', authorize };
  const at = { ...google, hosting: origin, rules: origin };
  return runStep(args, at, (line) => said.push(line));
};
const live = () => [channels.live?.version, rules['cloud.firestore']];

/** What a deployment has done when it ends, and the canary's status, if any. */
const deploy = async (site: string, ruleset: string, status?: string) => {
  await run('keep');
  rules['cloud.firestore'] = ruleset;
  channels.live = { version: site };
  return status === '0' ? run('done') : run('undo', status ?? '');
};

test.for<[string, string, string, string | undefined, string[], RegExp?]>([
  ['sound', 'v2', 'r2', '0', ['v2', 'r2']],
  ['to be rolled back', 'v2', 'r1', '1', ['v1', 'r1'], /^Rolled back to v1$/],
  ['not judged', 'v2', 'r2', '2', ['v1', 'r1'], /^Rolled back to v1 and r1$/],
  ['cancelled, or ended as it went live', 'v2', 'r2', '', ['v1', 'r1']],
  ['bad rules, found at the preview', 'v1', 'r2', '', ['v1', 'r1'], /to r1$/],
  ['ended before anything went live', 'v1', 'r1', '', ['v1', 'r1'], /^Nothing/],
  ['something else is wrong', 'v2', 'r1', '3', ['v2', 'r1'], /did not come/],
  ['bad rules, found live', 'v2', 'r2', '3', ['v1', 'r1'], /to v1 and r1$/],
])('a deployment: %s', async ([, site, ruleset, status, left, words = /^/]) => {
  expect(await deploy(site, ruleset, status)).toBe(0);
  expect(live()).toEqual(left);
  expect(said.join()).toMatch(words);
  // For thirty days, the most there is, also when all went well.
  const before = { version: 'v1', mark: 'done', ttl: '2592000s' };
  expect(channels.before).toEqual(before);
  expect(rules.before).toBe('r1');
});

test('a failed rollback is told, and a re-run goes back to the sound one', async () => {
  await run('keep');
  channels.live = { version: 'v2' };
  isDown = true;
  expect(await run('undo', '1')).toBe(1);
  expect(said.join()).toMatch(
    /^NOT ROLLED BACK: POST http.*\/live\/releases: 503\. .* firebase hosting:clone pear:before pear:live,/,
  );
  isDown = false;
  await deploy('v3', 'r3', '1');
  expect(live()).toEqual(['v1', 'r1']);
});

test('what was deployed by hand since is what is kept', async () => {
  await deploy('v2', 'r1', '0');
  channels.live = { version: 'v3' };
  await deploy('v4', 'r1', '1');
  expect(live()).toEqual(['v3', 'r1']);
});

test('the first deployment has nothing to go back to, and says so', async () => {
  channels = {};
  rules = {};
  await run('keep');
  channels.live = { version: 'v1' };
  expect(await run('undo', '1')).toBe(1);
  expect(said.join()).toMatch(/^NOT ROLLED BACK: No version is kept\./);
  expect(live()[0]).toBe('v1');
});

test('without its answer nothing is deployed', async () => {
  isDown = true;
  await expect(run('keep')).rejects.toMatchObject({ name: 'UserError' });
  await expect(run('kept')).rejects.toMatchObject({ name: 'UserError' });
});
