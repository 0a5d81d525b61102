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
  const readWorker = async () => (await request.get(`${origin}/sw.js`)).text();

  const hasProject = (await readWorker()).includes(project);
  expect(hasProject, `sw.js sends to the project ${project}`).toBe(true);

  const builtWorker = fs.readFileSync(`${dist}/sw.js`, 'utf8');
  // Hosting needs some seconds to serve a new version everywhere.
  await expect
    .poll(
      async () => (await readWorker()) === builtWorker,
      `sw.js equals ${dist}/sw.js`,
    )
    .toBe(true);
}

/** Returns named lists of addresses. The names appear in step titles. */
export function listAddresses(dist: string) {
  const entries = fs.readdirSync(dist, {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      path.relative(dist, path.join(parentPath, name)),
    );

  return {
    pages: pages.map(({ path }) => path),
    // A browser would not request each of them, because the worker has a copy.
    files: files
      // Hosting serves pages without the suffix, and no hidden file.
      .filter((name) => !/\.html$|(^|[/\\])\./.test(name))
      .map((name) => `/${name.split(path.sep).join('/')}`),
    redirects: [
      ...firebase.hosting.redirects.map(({ source }) => source),
      ...pages.slice(1).flatMap(({ path }) => [`${path}/`, `${path}.html`]),
    ],
    'missing files': [`/${randomUUID()}`, `/static/js/${randomUUID()}.js`],
  };
}

/** Expects that the site responds as Google's Hosting emulator does. */
export async function checkHosting(
  { origin, dist }: Deployment,
  request: APIRequestContext,
  addresses: readonly string[],
): Promise<void> {
  const hostingEmulator = await serveBuild(path.resolve(dist), origin);

  const fetchSummary = async (address: string, from: string) =>
    summarize(await request.get(from + address, { maxRedirects: 0 }), from);

  const comparisons = addresses.map(async (address) => {
    const servedSummary = await fetchSummary(address, origin);
    const emulatorSummary = await fetchSummary(address, hostingEmulator.origin);

    const differingNames = Object.keys(emulatorSummary).filter(
      (name) => servedSummary[name] !== emulatorSummary[name],
    );

    return differingNames.map(
      (name) =>
        `${address} has ${name} ${servedSummary[name]}, not ${emulatorSummary[name]}`,
    );
  });

  expect((await Promise.all(comparisons)).flat()).toEqual([]);
  await hostingEmulator.stop();
}

const headerNames = firebase.hosting.headers
  .flatMap(({ headers }) => headers)
  .map(({ key }) => key.toLowerCase());

/** Returns the parts of a response that the build and firebase.json determine. */
async function summarize(response: APIResponse, origin: string) {
  const status = response.status();
  const { location = '', vary = '', ...headers } = response.headers();

  const summary: Record<string, unknown> = { status };
  if (status === 301)
    return { ...summary, location: location.replace(origin, '') };

  for (const name of headerNames) {
    if (name !== 'vary') summary[name] = headers[name]?.replace(/\s+/g, ' ');
  }

  // Google's own domains send a longer max-age, so ignore the header's value.
  summary['strict-transport-security'] = 'strict-transport-security' in headers;

  // `Vary: *` keeps caches from using a response again, as `no-cache` does.
  if (status === 404 && vary.includes('*'))
    summary['cache-control'] = 'no-cache';

  summary.content = hash('sha256', await response.body());
  return summary;
}
