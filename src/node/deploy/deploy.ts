import { type Authorize, askGoogle } from '../google.ts';
import { ownersHeaders } from '../records/credentials.ts';
import { UserError } from '../user-error.ts';

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

/** Google's interfaces to a site's versions and to its access rules. */
interface Google {
  /** Everything before `/v1beta1/`. */
  hosting: string;
  /** Everything before `/v1/`. */
  rules: string;
  project: string;
  site: string;
  authorize: Authorize;
}

interface Channel {
  release?: { version?: { name?: string } };
  labels?: { deployment?: string };
}

/** The longest that Hosting keeps a channel, which is renewed each time. */
const ttl = `${30 * 24 * 3600}s`;
// The Firebase CLI takes any that begins with cloud.firestore for the live one.
const releaseOf = { live: 'cloud.firestore', before: 'before' };
type Which = keyof typeof releaseOf;

/** What is live, and what is kept of before a deployment. */
function versionsAt({ hosting, rules, project, site, authorize }: Google) {
  const channels = `${hosting}/v1beta1/projects/${project}/sites/${site}/channels`;
  const root = `projects/${project}/releases`;
  const get = <Answer extends object>(url: string) =>
    askGoogle<Answer>(authorize, 'GET', url);
  const post = (url: string, body: object) =>
    askGoogle(authorize, 'POST', url, body);
  const patch = (url: string, body: object) =>
    askGoogle(authorize, 'PATCH', url, body);
  return {
    /** The names of a version of the site, and of a set of access rules. */
    async read(which: Which) {
      const channel = await get<Channel>(`${channels}/${which}`);
      const release = await get<{ rulesetName?: string }>(
        `${rules}/v1/${root}/${releaseOf[which]}`,
      );
      return {
        site: channel?.release?.version?.name,
        rules: release?.rulesetName,
        isOpen: channel?.labels?.deployment === 'open',
      };
    },
    /** Makes the kept ones, or the live ones, these. */
    async write(
      which: Which,
      version: string | undefined,
      rulesetName: string | undefined,
    ): Promise<void> {
      if (version) {
        const query = `versionName=${encodeURIComponent(version)}`;
        await post(`${channels}/${which}/releases?${query}`, {});
      }
      if (!rulesetName) return;
      const name = `${root}/${releaseOf[which]}`;
      const release = { name, rulesetName };
      const address = `${rules}/v1/${name}`;
      if (await get(address)) await patch(address, { release });
      else await post(`${rules}/v1/${root}`, release);
    },
    /** Notes whether a deployment is under way, which outlives this program. */
    async mark(deployment: 'open' | 'done'): Promise<void> {
      const channel = { ttl, labels: { deployment } };
      const address = `${channels}/before`;
      if (await get(address)) {
        await patch(`${address}?updateMask=ttl,labels`, channel);
      } else await post(`${channels}?channelId=before`, channel);
    },
  };
}
