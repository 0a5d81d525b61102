import * as http from 'node:http';
import * as https from 'node:https';
import { buildIfNeeded } from '../build.ts';
import { ownersHeaders } from '../records/credentials.ts';
import {
  checkBuildSettings,
  checkDeployment,
  firestoreOrigin,
  readEnvFiles,
} from '../settings.ts';
import { UserError } from '../user-error.ts';
import { type Arguments, help, readArguments } from './arguments.ts';
import { collectFindings, type Findings } from './findings.ts';
import { firestoreOf } from './firestore.ts';
import { askBy, type Network } from './request.ts';
import { checkRules, checkSubmission, type Owner } from './rules.ts';
import { checkFile, checkServed } from './served.ts';
import { enter, type Site } from './site.ts';

/** The effects of the command. */
export interface World extends Network {
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  /** Returns the folder of this checkout's build, made where it is missing. */
  build(): Promise<string>;
  owner: Owner;
}

type Status = 0 | 1 | 2 | 3;

const scopes = ['datastore', 'firebase.readonly'];

/** `npm run canary -- https://the.site`; returns the exit status. */
export async function main(args: string[]): Promise<Status> {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => interrupted.abort('Interrupted'));
  }
  // Nobody may be reading on.
  process.stdout.on('error', () => {});
  if (!args.includes('--local')) readEnvFiles();
  return runCanary(args, {
    env: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    build: async () => {
      await buildIfNeeded();
      return 'dist';
    },
    // No connection is kept, so that none is asked as the server closes it.
    agents: { http: new http.Agent(), https: new https.Agent() },
    now: () => performance.timeOrigin + performance.now(),
    limit: 10_000,
    signal: interrupted.signal,
    owner: {
      records: firestoreOrigin,
      rules: 'https://firebaserules.googleapis.com',
      authorize: ownersHeaders(scopes),
    },
  });
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
  checkBuildSettings(env);
  if (!isLocal) checkDeployment({ ...env, GCLOUD_PROJECT: undefined });
  const site: Site = { origin, isLocal, ask: askBy(world), findings };
  if (await enter(site, world.now())) {
    const dist = await world.build();
    print(`Judging ${origin} by the build in ${dist}`);
    print(`Served: ${await checkServed(site, dist)}.`);
    // It has a hash of every page and script of its build.
    if (sameAs) {
      const other = { ...site, origin: sameAs };
      await checkFile(other, `${dist}/sw.js`, '/sw.js', `${sameAs}/sw.js`);
    }
    const firestore = firestoreOf(site, env);
    print(`Firestore: project ${firestore.project} at ${firestore.origin}.`);
    const local = { records: origin, rules: undefined, authorize: localOwner };
    const owner = isLocal ? local : world.owner;
    print(await checkRules(firestore, owner));
    if (mayWrite) await checkSubmission(firestore, owner, print);
    else print('Nothing was written; --write also submits an entry.');
  }
  for (const note of findings.notes) print(note);
  const wrong = findings.lines();
  if (wrong.length > 0) print('Wrong:');
  for (const line of wrong) print(`  ${line}`);
  const status = findings.status();
  print(endings[status]);
  return status;
}

/** As npm start takes anyone for its owner who says so. */
const localOwner = async () => ({ authorization: 'Bearer owner' });

const endings: Record<Status, string> = {
  0: 'Sound.',
  1: 'ROLL BACK: README.md, "On a bad day", has the commands.',
  2: 'COULD NOT JUDGE all of it.',
  3: 'WRONG, but not by this release: do what stands beside each.',
};
