import { type Authorize, askGoogle } from '../google.ts';

/** Google's interfaces to a site's versions and to its access rules. */
export interface Google {
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
export function versionsAt({
  hosting,
  rules,
  project,
  site,
  authorize,
}: Google) {
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
