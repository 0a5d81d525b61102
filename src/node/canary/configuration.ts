import { firestoreOrigin } from '../settings.ts';
import type { Files } from './files.ts';
import { quote } from './findings.ts';
import type { Firestore } from './firestore.ts';
import type { Pages } from './pages.ts';
import { checkPolicy } from './policy.ts';
import type { Site } from './site.ts';

/** Whose Firestore the scripts name; finds where they and the settings differ. */
export function findFirestore(
  { origin, ask, findings, isLocal }: Site,
  { html }: Pages,
  { answers }: Files,
  env: Readonly<Record<string, string | undefined>>,
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
    origin: hasProject ? firestoreOrigin : origin,
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
