import * as http from 'node:http';
import * as https from 'node:https';
import { loadEnv } from 'vite';
import { production } from '../records/credentials.ts';
import { ownersAdvice } from '../records/firestore-error.ts';
import { localOwner, type Remote, remoteSource } from '../records/remote.ts';
import type { Source } from '../records/source.ts';
import { checkProject, siteUrlOf } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { type Arguments, help, readArguments } from './arguments.ts';
import { findFirestore } from './configuration.ts';
import { enter } from './entrance.ts';
import { type Files, readFiles } from './files.ts';
import { collectFindings, columns, type Findings } from './findings.ts';
import { checkRules, type Firestore } from './firestore.ts';
import { readPages } from './pages.ts';
import { askBy, type Network, NoAnswer } from './request.ts';
import type { Site } from './site.ts';
import { checkSubmission } from './submission.ts';

/** The effects of the command. */
export interface World extends Network {
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
      production: production(),
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

function ownerOf(
  { project }: Firestore,
  { origin, isLocal }: Site,
  { production }: World,
): Source {
  if (isLocal) {
    const advice = () => 'see that it is a site of npm start';
    return localOwner(`the server at ${origin}`, origin, advice, project);
  }
  return remoteSource({
    ...production,
    place: `Firestore's project ${project}`,
    project,
    advice: ownersAdvice(project),
    isProduction: true,
  });
}
