import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { collections } from '../form-definitions/forms.ts';
import { createRecords } from '../form-definitions/records.ts';
import { UserError } from '../node/user-error.ts';
import { routes } from '../routes.ts';
import { findAdditions, findRefusals } from '../rules/compare-rules.js';
import { rules as rulesToday } from '../rules/known-fields.ts';
import type { ParsedRules } from '../rules/parse-rules.js';
import { releases as allReleases, type Release } from '../rules/releases.js';

type Collections = ParsedRules['collections'];
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The hash of what firestore.rules has outside of its collections. A stricter condition
 * there would refuse submissions of releases. The local Firestore does not read it, so only
 * Google's emulator shows that.
 */
const functionsHash = 'f591ba9603a3b2a3';

/** Returns a text if the functions of the access rules are not the tested ones. */
export function describeChangedFunctions({
  rest,
}: Pick<ParsedRules, 'rest'>): string[] {
  const hash = createHash('sha256').update(rest).digest('hex').slice(0, 16);
  if (hash === functionsHash) return [];
  return [
    `firestore.rules has changed outside of its collections, and may refuse what releases have sent. Run tests/contract/firestore-answers.test.ts with Google's emulator. If it passes, change functionsHash in src/build/check-release.ts to ${hash}.`,
  ];
}

/** Returns the entry of releases.json for a release of this version. */
export function describeRelease(
  version: string,
  accepted: Collections,
): Release {
  const forms = Object.keys(collections).map(
    (form) => [form, listCollections(form)] as const,
  );
  return {
    version,
    paths: routes.map(({ path }) => path),
    forms: Object.fromEntries(forms),
    collections: accepted,
  };
}

/** Returns the collections to which this version sends a form's submissions. */
function listCollections(form: string): string[] {
  try {
    return createRecords(form, {}).map(({ collection }) => collection);
  } catch {
    // This version does not know the form.
    return [];
  }
}

/**
 * Describes the submissions of releases that this version would refuse, lose or store
 * twice. `accepted` is what the access rules accept.
 */
export function describeBrokenSubmissions(
  releases: readonly Release[],
  accepted: Collections,
): string[] {
  if (releases.length === 0) {
    return [
      'src/rules/releases.json has no release. Restore it from Git, because submissions of every release may still be unsent.',
    ];
  }

  return releases.flatMap((release) => [
    ...describeRefusals(release, accepted),
    ...describeMovedForms(release),
  ]);
}

function describeRefusals(
  { version, collections }: Release,
  accepted: Collections,
): string[] {
  return findRefusals(collections, accepted).map(
    (refusal) =>
      `firestore.rules refuses submissions of release ${version}: ${refusal}.`,
  );
}

/** A submission of a moved form could be lost, or stored in both collections. */
function describeMovedForms({ version, forms }: Release): string[] {
  const problems: string[] = [];
  for (const [form, collectionsBefore] of Object.entries(forms)) {
    const collectionsToday = listCollections(form);
    if (isDeepStrictEqual(collectionsToday, collectionsBefore)) continue;

    const before = collectionsBefore.join(' and ');
    const today = collectionsToday.join(' and ') || 'none';
    problems.push(
      `Release ${version} sends the form ${form} to ${before}, and this version to ${today}. Give the changed form a new name, and see src/form-definitions/former-forms.ts.`,
    );
  }
  return problems;
}

/**
 * Throws a UserError if a deployment of this version would refuse submissions of a
 * release, or accept what no release in releases.json accepts.
 */
export function checkRelease(
  env: Environment,
  rules = rulesToday,
  releases = allReleases,
): void {
  const problems = [
    ...describeBrokenSubmissions(releases, rules.collections),
    ...describeChangedFunctions(rules),
  ];
  if (env.ROLLBACK_RULES === 'older') {
    const warnings = [
      ...problems,
      'Remove ROLLBACK_RULES from .env.production after this deployment.',
    ];
    console.warn(warnings.join('\n'));
  } else if (problems.length > 0) {
    throw new UserError(
      `${problems.join('\n')}\nThese submissions may be unsent on devices. To refuse them all the same, write ROLLBACK_RULES=older into .env.production for this deployment.`,
    );
  }

  const released = releases.map(({ collections }) => collections);
  const additions = findAdditions(released, rules.collections);
  if (additions.length > 0) {
    throw new UserError(
      `In firestore.rules, ${additions.join('; ')}, which no release in src/rules/releases.json accepts. Run npm run release "--" minor, which adds the release, before you deploy.`,
    );
  }

  for (const name of rules.closed) {
    console.warn(
      `firestore.rules closes ${name}: its submissions are refused until you open it again.`,
    );
  }
}
