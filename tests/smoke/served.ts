import { hash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import {
  type APIRequestContext,
  type APIResponse,
  expect as base,
} from 'playwright/test';
import firebase from '../../firebase.json' with { type: 'json' };
import { hostingHandler } from '../../src/node/server/hosting.ts';
import { pages } from '../support/pages.ts';
import { listen } from '../support/ports.ts';
import type { Deployment } from './deployment.ts';

// The time limit of a step comes later, because its message names no cause.
const expect = base.configure({ timeout: 20_000 });

/** Checks that the site serves the worker of the build. */
export async function checkWorker(
  { origin, dist, project }: Deployment,
  request: APIRequestContext,
): Promise<void> {
  const read = async () => (await request.get(`${origin}/sw.js`)).text();
  const isOurs = (await read()).includes(project);
  expect(isOurs, `sw.js sends to the project ${project}`).toBe(true);
  const built = fs.readFileSync(`${dist}/sw.js`, 'utf8');
  // Hosting may take some seconds to serve a new version everywhere.
  await expect
    .poll(async () => (await read()) === built, `sw.js is that of ${dist}`)
    .toBe(true);
}

/** Addresses to compare, by what they are. */
export const addresses: Record<string, (dist: string) => string[]> = {
  pages: (dist) => [
    ...pages.map(({ path }) => path),
    ...['/sw.js', `/static/js/${fs.readdirSync(`${dist}/static/js`)[0]}`],
  ],
  // The worker has hashes of all others.
  'files without a hash': (dist) =>
    fs
      .readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(png|txt|xml|webmanifest)$/.test(name))
      .map((name) => `/${name.split(path.sep).join('/')}`),
  redirects: () => [
    ...firebase.hosting.redirects.map(({ source }) => source),
    ...pages.slice(1).flatMap(({ path }) => [`${path}/`, `${path}.html`]),
  ],
  'missing files': () => [`/${randomUUID()}`, `/static/js/${randomUUID()}.js`],
};

/**
 * Checks that the site answers at these addresses as the engine of Google's
 * Hosting emulator does for the build and firebase.json.
 */
export async function compare(
  { origin, dist }: Deployment,
  request: APIRequestContext,
  places: readonly string[],
): Promise<void> {
  const answer = hostingHandler(path.resolve(dist));
  const emulator = await listen(
    http.createServer((request, response) =>
      answer(request, response, () => response.writeHead(500).end()),
    ),
  );
  const factsOf = async (place: string, from: string) => {
    const url = from + place;
    return describe(await request.get(url, { maxRedirects: 0 }), from);
  };
  const problems = places.map(async (place) => {
    const given = await factsOf(place, origin);
    const wanted = await factsOf(place, emulator.origin);
    return Object.entries(wanted)
      .filter(([name, value]) => given[name] !== value)
      .map(
        ([name, value]) => `${place} has ${name} ${given[name]}, not ${value}`,
      );
  });
  expect((await Promise.all(problems)).flat()).toEqual([]);
  await emulator.stop();
}

const headerNames = firebase.hosting.headers
  .flatMap(({ headers }) => headers)
  .map(({ key }) => key.toLowerCase());

/** Returns what the build and firebase.json decide of an answer. */
async function describe(answer: APIResponse, origin: string) {
  const status = answer.status();
  const { location = '', vary = '', ...headers } = answer.headers();
  const facts: Record<string, unknown> = { status };
  if (status === 301) {
    return { ...facts, location: location.replace(origin, '') };
  }
  for (const name of headerNames) {
    if (name !== 'vary') facts[name] = headers[name]?.replace(/\s+/g, ' ');
  }
  // At its own addresses Hosting sets a longer time.
  facts['strict-transport-security'] = 'strict-transport-security' in headers;
  // No cache stores an answer that varies by everything.
  if (status === 404 && vary.includes('*')) facts['cache-control'] = 'no-cache';
  facts.content = hash('sha256', await answer.body());
  return facts;
}
