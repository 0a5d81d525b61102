import { ownersHeaders } from '../records/credentials.ts';
import { UserError } from '../user-error.ts';
import { type Google, versionsAt } from './versions.ts';

/**
 * What deploy.yml asks for: `keep` before it deploys, `done` once what is live
 * is found sound, `undo STATUS` where it ended otherwise; STATUS is the
 * canary's, and empty where it has not judged what is live.
 */
export async function main(args: string[]): Promise<number> {
  const { VITE_FIREBASE_PROJECT_ID: project = '', SITE: site = project } =
    process.env;
  const google = {
    hosting: 'https://firebasehosting.googleapis.com',
    rules: 'https://firebaserules.googleapis.com',
    project,
    site,
    authorize: ownersHeaders(['cloud-platform']),
  };
  return runStep(args, google, console.log);
}

type Say = (line: string) => void;

/** Returns the exit status. */
export async function runStep(
  [step, status = '']: readonly string[],
  google: Google,
  say: Say,
): Promise<number> {
  const versions = versionsAt(google);
  if (step === 'keep') await keep(versions, say);
  else if (step === 'done') await versions.mark('done');
  else if (step === 'undo') {
    try {
      await undo(versions, status, say);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { site } = google;
      say(
        `NOT ROLLED BACK: ${error.message} Look at the site now; to go back by hand: firebase hosting:clone ${site}:before ${site}:live, and deploy the access rules of the version before.`,
      );
      return 1;
    }
  } else throw new UserError('Name a step: keep, done or undo.');
  return 0;
}

type Places = ReturnType<typeof versionsAt>;

async function keep(versions: Places, say: Say): Promise<void> {
  const live = await versions.read('live');
  const before = await versions.read('before');
  if (!live.site) return say('There is no site yet, and nothing to keep.');
  // Else what an earlier deployment has left could be what is rolled back to.
  if (before.site && before.isOpen) {
    say(
      `The deployment before came to no end; kept is what was live before it: ${before.site}`,
    );
    return versions.mark('open');
  }
  // First, since there may be no place to keep it in.
  await versions.mark('done');
  await versions.write('before', live.site, live.rules);
  await versions.mark('open');
  say(`Kept: ${live.site}, ${live.rules}`);
}

async function undo(versions: Places, status: string, say: Say): Promise<void> {
  const live = await versions.read('live');
  const before = await versions.read('before');
  if (!before.site) throw new UserError('No version is kept.');
  const site = live.site === before.site ? undefined : before.site;
  const rules = live.rules === before.rules ? undefined : before.rules;
  if (status === '3' && !rules) {
    say('What is wrong did not come with this version, which stays live.');
  } else if (!site && !rules) say('Nothing had gone live.');
  else {
    // The site first: these rules accept what the version before sends.
    await versions.write('live', site, rules);
    say(`Rolled back to ${[site, rules].filter(Boolean).join(' and ')}`);
  }
  await versions.mark('done');
}
