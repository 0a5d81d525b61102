import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../node/user-error.ts';
import { rules } from '../rules/known-fields.ts';
import { type Release, releases } from '../rules/releases.js';
import {
  describeBrokenSubmissions,
  describeChangedFunctions,
  describeRelease,
} from './check-release.ts';

const releasesFile = 'src/rules/releases.json';

/**
 * Implements `npm run release`: adds a version to releases.json, and commits and tags
 * it, as `npm version` does. `npm version` alone would not run a script of this
 * project, because .npmrc has `ignore-scripts`.
 */
export function main([step = '']: string[]): void {
  if (!/^(major|minor|patch|\d+\.\d+\.\d+)$/.test(step)) {
    throw new UserError(
      'Say which part of the version changes: npm run release "--" minor (or major, patch, or a version such as 1.0.0).',
    );
  }
  if (run('git', 'status', '--porcelain') !== '') {
    throw new UserError(
      'There are changes that are not committed; commit them first, because a release is a commit.',
    );
  }
  const problems = [
    ...describeBrokenSubmissions(releases, rules.collections),
    ...describeChangedFunctions(rules),
  ];
  for (const name of rules.closed)
    problems.push(`firestore.rules closes ${name}; open it again.`);
  if (problems.length > 0) throw new UserError(problems.join('\n'));

  const tag = run('npm', 'version', step, '--no-git-tag-version');
  const release = describeRelease(tag.replace('v', ''), rules.collections);
  const nextReleases = addRelease(releases, release);
  writeFileSync(releasesFile, `${JSON.stringify(nextReleases, null, 2)}\n`);

  run('git', 'commit', '--all', '--message', `Release ${tag}`);
  run('git', 'tag', tag);
  console.log(`Tagged ${tag}. To release it: git push origin HEAD ${tag}`);
}

/** Adds a release, unless the last entry has the same paths, forms and collections. */
export function addRelease(
  releases: readonly Release[],
  release: Release,
): readonly Release[] {
  const previous = { ...releases.at(-1), version: release.version };
  const isSame = isDeepStrictEqual(previous, release);
  return isSame ? releases : [...releases, release];
}

function run(command: string, ...args: string[]): string {
  // On Windows, npm is a script that only a shell can start.
  const shell = command === 'npm' && process.platform === 'win32';
  return execFileSync(command, args, { encoding: 'utf8', shell }).trim();
}
