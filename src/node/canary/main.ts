import * as http from 'node:http';
import * as https from 'node:https';
import { loadEnv } from 'vite';
import { routes } from '../../routes.ts';
import { escapeHtml } from '../escape-html.ts';
import { manifest } from '../plugins/web-manifest.ts';
import { ownersHeaders } from '../records/credentials.ts';
import { ownersAdvice } from '../records/failure.ts';
import { type Remote, remoteSource } from '../records/remote.ts';
import type { Source } from '../records/source.ts';
import { checkProject, siteUrlOf } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { type Arguments, help, readArguments } from './arguments.ts';
import { askBy, NoAnswer, type Way } from './ask.ts';
import { type Files, readFiles } from './files.ts';
import { collectFindings, columns, type Findings, quote } from './findings.ts';
import { checkRules, type Firestore } from './firestore.ts';
import { type Pages, readPages } from './pages.ts';
import { checkPolicy } from './policy.ts';
import type { Site } from './site.ts';
import { checkSubmission } from './submission.ts';

/** The effects of the command. */
export interface World extends Way {
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  production: Pick<Remote, 'origin' | 'authorize'>;
}

type Status = 0 | 1 | 2 | 3;

/** The most milliseconds that a whole run may take. */
const timeLimit = 120_000;

/** `npm run canary -- https://the.site`; gives the exit status. */
export async function main(args: string[]): Promise<Status> {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => interrupted.abort('Interrupted'));
  }
  const late = setTimeout(
    () => interrupted.abort(`Not done in ${timeLimit / 1000} s`),
    timeLimit,
  );
  // Nobody may be reading on.
  process.stdout.on('error', () => {});
  const agents = {
    http: new http.Agent({ keepAlive: true }),
    https: new https.Agent({ keepAlive: true }),
  };
  try {
    return await runCanary(args, {
      env: {
        ...process.env,
        ...(args.includes('--local')
          ? {}
          : loadEnv('production', process.cwd(), 'VITE_')),
      },
      print: (line) => process.stdout.write(`${line}\n`),
      agents,
      now: () => performance.timeOrigin + performance.now(),
      limit: 10_000,
      signal: interrupted.signal,
      production: {
        origin: 'https://firestore.googleapis.com',
        authorize: ownersHeaders(),
      },
    });
  } finally {
    clearTimeout(late);
    agents.http.destroy();
    agents.https.destroy();
  }
}

export async function runCanary(args: string[], world: World): Promise<Status> {
  const { print, signal } = world;
  const findings = collectFindings();
  try {
    const given = readArguments(args);
    if (given) return await judge(given, world, findings);
    print(help.trimEnd());
    return 0;
  } catch (error) {
    for (const note of findings.notes) print(note);
    if (signal.aborted) {
      print(`${signal.reason}: nothing can be said of the site.`);
    } else if (error instanceof UserError) print(error.message);
    // A mistake of the canary's own is no reason to roll back.
    else print(`The canary has failed: ${(error as Error).stack ?? error}`);
    return 2;
  }
}

async function judge(
  { origin, isLocal, mayWrite, sameAs }: Arguments,
  world: World,
  findings: Findings,
): Promise<Status> {
  const { env, print } = world;
  if (!isLocal) checkProject(env);
  const ask = askBy(world);
  const ownName = siteUrlOf(env, isLocal ? undefined : origin);
  const site: Site = { origin, ownName, isLocal, ask, findings };
  if (await enter(site, world.now())) {
    const pages = await readPages(site);
    print(`Pages of ${origin}`);
    for (const line of columns(pages.rows)) print(`  ${line}`);
    print('Headers of its first page');
    for (const line of columns(pages.headers)) print(`  ${line}`);
    const files = await readFiles(site, pages);
    print(
      `Files: ${files.answers.size} named by pages, worker and each other; the worker keeps ${files.kept} addresses`,
    );
    if (sameAs) await compare(site, files, sameAs);
    const firestore = findFirestore(site, pages, files, env);
    if (firestore) {
      print(`Firestore: project ${firestore.project} at ${firestore.origin}`);
      const rules = await checkRules(firestore);
      const head = ['', 'read', 'list', 'query', 'group', 'change', 'delete'];
      for (const line of columns([head, ...rules])) print(`  ${line}`);
      if (mayWrite) {
        const owner = ownerOf(firestore, site, world);
        const rows = await checkSubmission(firestore, owner, print);
        for (const line of columns(rows)) print(`  ${line}`);
      } else {
        print(
          'Nothing was written; --write also tries whether the rules accept a submission.',
        );
      }
    }
  }
  for (const note of findings.notes) print(note);
  const wrong = findings.lines();
  if (wrong.length > 0) print('Wrong:');
  for (const line of wrong) print(`  ${line}`);
  const status = findings.status();
  print(endings[status]);
  return status;
}

const endings: Record<Status, string> = {
  0: 'Sound.',
  1: 'ROLL BACK: README.md, "On a bad day", has the commands.',
  2: 'COULD NOT JUDGE all of it.',
  3: 'WRONG, but not by this release: do what stands beside each.',
};

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;
const week = 7 * 24 * 60 * 60 * 1000;

/** Gives whether there is a site to judge; throws where it is not this one. */
async function enter(site: Site, now: number): Promise<boolean> {
  const { origin, ask, findings, isLocal } = site;
  const renew =
    'See the domain in the Firebase console, under Hosting; renewal needs its DNS records as they were given.';
  const first = await ask(`${origin}/`).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    if (certificateCodes.test(error.code)) {
      const what = `its certificate is not trusted (${error.code})`;
      findings.elsewhere('certificate', origin, what, renew);
      return undefined;
    }
    throw new UserError(
      `No answer from ${origin} (${error.code}); see that the address is right and the network is there.`,
    );
  });
  if (!first) return false;
  const { location = '' } = first.headers;
  if (URL.canParse(location, origin)) {
    const to = new URL(location, origin);
    if (location && to.origin !== origin) {
      throw new UserError(
        `${origin} leads to ${to.origin}; name that address.`,
      );
    }
  }
  if (
    !first.text.includes(`<title>${escapeHtml(routes[0]?.title ?? '')}</title>`)
  ) {
    const second = await ask(`${origin}/manifest.webmanifest`);
    if (!second.text.includes(JSON.stringify(manifest.name))) {
      throw new UserError(
        `${origin} answers ${first.status}, but neither its first page nor its manifest is this site's; name the address that it is deployed to.`,
      );
    }
  }
  if (isLocal) return true;
  const ends = first.certificateEnds;
  if (ends !== undefined && ends < now + week) {
    const what = `its certificate ends on ${new Date(ends).toISOString().slice(0, 10)}`;
    findings.elsewhere('certificate', origin, what, renew);
  }
  await checkPlain(site);
  return true;
}

/** Whoever comes by http is led to https. */
async function checkPlain({ origin, ask, findings }: Site): Promise<void> {
  const plain = origin.replace(/^https/, 'http');
  try {
    const { status, headers } = await ask(`${plain}/`);
    const { location = '' } = headers;
    if (/^30[1278]$/.test(String(status)) && location.startsWith(origin))
      return;
    findings.elsewhere(
      'http',
      plain,
      `it answers ${status} instead of leading to https`,
      'Hosting leads there by itself: see what stands before it.',
    );
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    findings.note(`${plain} gives no answer (${error.code}).`);
  }
}

/** The worker has a hash of every page and file of its build. */
async function compare(
  { ask, findings }: Site,
  { worker }: Files,
  other: string,
): Promise<void> {
  try {
    const { text } = await ask(`${other}/sw.js`);
    if (text === worker) return;
    findings.release('build', '/sw.js', `it is not the build at ${other}`);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    findings.unanswered(other, error.code);
  }
}

/** Whose Firestore the scripts name; finds where they and the settings differ. */
function findFirestore(
  { origin, ask, findings, isLocal }: Site,
  { html }: Pages,
  { answers }: Files,
  env: World['env'],
): Firestore | undefined {
  const scripts = [...answers].filter(([address]) => address.endsWith('.js'));
  const textOf = (isWorker: boolean) =>
    scripts
      .filter(([address]) => (address === '/sw.js') === isWorker)
      .map(([, { text }]) => text)
      .join('\n');
  const configured = [
    ...configurationsIn('/sw.js', textOf(true)),
    ...configurationsIn("the pages' scripts", textOf(false)),
  ];
  const worker = configured.find(({ where }) => where === '/sw.js');
  const { VITE_FIREBASE_PROJECT_ID: ours, VITE_FIREBASE_API_KEY: ourKey } = env;
  const project = ours || worker?.project;
  const apiKey = ourKey || worker?.apiKey;
  for (const found of configured) {
    const { where } = found;
    if (found.project !== project) {
      const what = `it sends to the project ${quote(found.project)}, not ${project}`;
      findings.release('project', where, what);
    } else if (found.apiKey !== apiKey) {
      const other = ourKey ? 'the settings' : 'the worker';
      findings.release('project', where, `its API key is not that of ${other}`);
    }
  }
  const hasProject = apiKey !== unset.apiKey;
  if (!isLocal && !hasProject) {
    const what =
      'it has no Firebase project: the forms send to the site itself';
    findings.release('project', '/sw.js', what);
  }
  const hasAnalytics = ours
    ? Boolean(env.VITE_FIREBASE_MEASUREMENT_ID)
    : scripts.some(([, { text }]) => /["'`]G-[A-Z0-9]+["'`]/.test(text));
  const expected = { project: hasProject ? project : undefined, hasAnalytics };
  for (const [address, text] of html) {
    checkPolicy(address, text, expected, findings);
  }
  if (!project || !apiKey || (!isLocal && !hasProject)) return undefined;
  return {
    origin: hasProject ? 'https://firestore.googleapis.com' : origin,
    project,
    apiKey,
    referer: `${origin}/`,
    ask,
    findings,
  };
}

/** What the build puts in where no project is set. */
const unset = { project: 'demo-pear', apiKey: 'local' };

/** Where a project is set, the one that stands in for it may be there too. */
function configurationsIn(where: string, scripts: string) {
  const found = scripts.matchAll(
    /\{projectId:["'`]([^"'`]+)["'`],apiKey:["'`]([^"'`]+)["'`]/g,
  );
  const all = [...found].map(([, project = '', apiKey = '']) => ({
    where,
    project,
    apiKey,
  }));
  const set = all.filter(({ apiKey }) => apiKey !== unset.apiKey);
  return set.length > 0 ? set : all;
}

function ownerOf(
  { project }: Firestore,
  { origin, isLocal }: Site,
  { production }: World,
): Source {
  return remoteSource(
    isLocal
      ? {
          place: `the server at ${origin}`,
          origin,
          project,
          authorize: async () => ({ authorization: 'Bearer owner' }),
          advice: () => 'see that it is a site of npm start',
          isProduction: false,
        }
      : {
          ...production,
          place: `Firestore's project ${project}`,
          project,
          advice: ownersAdvice(project),
          isProduction: true,
        },
  );
}
