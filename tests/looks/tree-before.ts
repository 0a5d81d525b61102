import { execFileSync } from 'node:child_process';
import { analyticsSettings, buildFromCommit } from '../support/builds.ts';
import { commitBefore } from './intended-changes.ts';

export function buildBefore(): string {
  expectCommit();
  return buildFromCommit(commitBefore, 'earlier', {});
}

export function buildBeforeWithAnalytics(): string {
  expectCommit();
  const name = 'earlierMeasured';
  return buildFromCommit(commitBefore, name, analyticsSettings);
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
