import { hash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { APIRequestContext, APIResponse } from 'playwright/test';
import firebase from '../../firebase.json' with { type: 'json' };
import { serveBuild } from '../support/builds.ts';
import { pages } from '../support/pages.ts';
import type { Deployment } from './deployment.ts';
import { expect } from './visit.ts';

export async function checkWorker(
  { origin, dist, project }: Deployment,
  request: APIRequestContext,
): Promise<void> {
  const read = async () => (await request.get(`${origin}/sw.js`)).text();
  const hasProject = (await read()).includes(project);
  expect(hasProject, `sw.js sends to the project ${project}`).toBe(true);
  const built = fs.readFileSync(`${dist}/sw.js`, 'utf8');
  // Hosting needs some seconds to serve a new version everywhere.
  await expect
    .poll(async () => (await read()) === built, `sw.js equals ${dist}/sw.js`)
    .toBe(true);
}

/** Functions that list addresses to compare, by a name for the step's title. */
export const addressLists: Record<string, (dist: string) => string[]> = {
  pages: (dist) => [
    ...pages.map(({ path }) => path),
    ...['/sw.js', `/static/js/${fs.readdirSync(`${dist}/static/js`)[0]}`],
  ],
  // The worker checks all other files by their hashes.
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

/** Expects that the site responds as Google's Hosting emulator does. */
export async function checkHosting(
  { origin, dist }: Deployment,
  request: APIRequestContext,
  places: readonly string[],
): Promise<void> {
  const emulator = await serveBuild(path.resolve(dist), origin);
  const requestFacts = async (place: string, from: string) => {
    const options = { maxRedirects: 0 };
    return readFacts(await request.get(from + place, options), from);
  };
  const problems = places.map(async (place) => {
    const found = await requestFacts(place, origin);
    const expected = await requestFacts(place, emulator.origin);
    const differing = Object.keys(expected).filter(
      (name) => found[name] !== expected[name],
    );
    return differing.map(
      (name) => `${place} has ${name} ${found[name]}, not ${expected[name]}`,
    );
  });
  expect((await Promise.all(problems)).flat()).toEqual([]);
  await emulator.stop();
}

const headerNames = firebase.hosting.headers
  .flatMap(({ headers }) => headers)
  .map(({ key }) => key.toLowerCase());

/** Returns the parts of a response that the build and firebase.json determine. */
async function readFacts(response: APIResponse, origin: string) {
  const status = response.status();
  const { location = '', vary = '', ...headers } = response.headers();
  const facts: Record<string, unknown> = { status };
  if (status === 301)
    return { ...facts, location: location.replace(origin, '') };
  for (const name of headerNames)
    if (name !== 'vary') facts[name] = headers[name]?.replace(/\s+/g, ' ');
  // The max-age differs: Google's own domains send a longer one.
  facts['strict-transport-security'] = 'strict-transport-security' in headers;
  // `Vary: *` keeps caches from using a response again, as `no-cache` does.
  if (status === 404 && vary.includes('*')) facts['cache-control'] = 'no-cache';
  facts.content = hash('sha256', await response.body());
  return facts;
}
