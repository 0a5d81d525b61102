import { execFileSync } from 'node:child_process';
import {
  analyticsSettings,
  buildFromCommit,
  buildWithAnalytics,
  sourcePaths,
} from '../support/builds.ts';
import { commitBefore } from './intended-changes.ts';

// The same sources make the same build. The functions return the folder of a build.

export function buildBefore(): string {
  expectCommit();
  if (hasSourcesBefore()) return '.';
  return buildFromCommit(commitBefore, 'earlier', {});
}

export function buildBeforeWithAnalytics(): string {
  expectCommit();
  if (hasSourcesBefore()) return buildWithAnalytics();
  const name = 'earlierMeasured';
  return buildFromCommit(commitBefore, name, analyticsSettings);
}

function hasSourcesBefore(): boolean {
  const runGit = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...sourcePaths], { encoding: 'utf8' });
  const changedFiles = runGit('diff', '--name-only', commitBefore);
  const newFiles = runGit('ls-files', '--others', '--exclude-standard');
  return changedFiles + newFiles === '';
}

/** Throws if the history of this clone does not contain the commit to compare with. */
function expectCommit(): void {
  const ancestorArgs = ['merge-base', '--is-ancestor', commitBefore, 'HEAD'];
  try {
    execFileSync('git', ancestorArgs, { stdio: 'pipe' });
  } catch {
    throw new Error(
      `The commit ${commitBefore}, which tests/looks/intended-changes.ts names, is not in the history of this clone, so there is nothing to compare with. For a shallow clone run: git fetch --unshallow. Otherwise name a commit of the branch main.`,
    );
  }
}
