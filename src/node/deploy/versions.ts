import { parseAnswer } from '../records/remote.ts';
import { UserError } from '../user-error.ts';

/** Google's interfaces to a site's versions and to its access rules. */
export interface Google {
  /** Everything before `/v1beta1/`. */
  hosting: string;
  /** Everything before `/v1/`. */
  rules: string;
  project: string;
  site: string;
  authorize(): Promise<Readonly<Record<string, string>>>;
}

/** The name of a version of the site, and of a set of access rules. */
export interface Versions {
  site?: string | undefined;
  rules?: string | undefined;
}

interface Channel {
  release?: { version?: { name?: string } };
  labels?: { deployment?: string };
}

/** The longest that Hosting keeps a channel, which is renewed each time. */
const ttl = `${30 * 24 * 3600}s`;
const timeLimit = 60_000;

/** What is live, and what is kept of before a deployment. */
export function versionsAt(google: Google) {
  const { hosting, rules, project, site } = google;
  const channels = `${hosting}/v1beta1/projects/${project}/sites/${site}/channels`;
  const root = `projects/${project}/releases`;
  // The Firebase CLI takes any that begins with cloud.firestore for the live one.
  const nameOf = { live: 'cloud.firestore', before: 'before' };
  return {
    async read(
      which: 'live' | 'before',
    ): Promise<Versions & { isOpen: boolean }> {
      const channel: Channel | undefined = await ask(
        google,
        'GET',
        `${channels}/${which}`,
      );
      const release: { rulesetName?: string } | undefined = await ask(
        google,
        'GET',
        `${rules}/v1/${root}/${nameOf[which]}`,
      );
      return {
        site: channel?.release?.version?.name,
        rules: release?.rulesetName,
        isOpen: channel?.labels?.deployment === 'open',
      };
    },
    /** Makes the kept ones, or the live ones, these. */
    async write(which: 'live' | 'before', versions: Versions): Promise<void> {
      if (versions.site) {
        const query = `versionName=${encodeURIComponent(versions.site)}`;
        const address = `${channels}/${which}/releases?${query}`;
        await must(google, 'POST', address, {});
      }
      if (!versions.rules) return;
      const name = `${root}/${nameOf[which]}`;
      const release = { name, rulesetName: versions.rules };
      const isThere = await ask(google, 'GET', `${rules}/v1/${name}`);
      if (isThere)
        await must(google, 'PATCH', `${rules}/v1/${name}`, { release });
      else await must(google, 'POST', `${rules}/v1/${root}`, release);
    },
    /** Notes whether a deployment is under way, which outlives this program. */
    async mark(deployment: 'open' | 'done'): Promise<void> {
      const channel = { ttl, labels: { deployment } };
      const address = `${channels}/before`;
      const isThere = await ask(google, 'GET', address);
      if (isThere) {
        await must(
          google,
          'PATCH',
          `${address}?updateMask=ttl,labels`,
          channel,
        );
      } else
        await must(google, 'POST', `${channels}?channelId=before`, channel);
    },
  };
}

/** Returns undefined where there is nothing; throws a UserError where refused. */
async function ask(
  { authorize }: Google,
  method: string,
  url: string,
  body?: object,
): Promise<object | undefined> {
  const headers = {
    ...(await authorize()),
    'content-type': 'application/json',
  };
  const signal = AbortSignal.timeout(timeLimit);
  const init = { method, headers, signal };
  const failed = (why: unknown) =>
    new UserError(`${method} ${url.replace(/\?.*/, '')}: ${why}.`);
  try {
    const answer = await fetch(
      url,
      body ? { ...init, body: JSON.stringify(body) } : init,
    );
    const found = parseAnswer(await answer.text());
    if (answer.status === 404) return undefined;
    if (answer.status === 200 && found) return found;
    throw failed(answer.status);
  } catch (error) {
    throw error instanceof UserError ? error : failed(error);
  }
}

async function must(...request: Parameters<typeof ask>): Promise<void> {
  const [, method, url] = request;
  if (!(await ask(...request))) throw new UserError(`${method} ${url}: 404.`);
}
