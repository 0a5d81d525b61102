import { expect } from 'playwright/test';
import type { Commit } from '../support/commits.ts';
import { emailOf, type Submitted } from './submissions.ts';
import type { Saying, Statement } from './witness.ts';
import type { World } from './world.ts';

/** Two clocks of one machine, and the time a page needs to hear the news. */
const clockSkew = 50;
const newsTravel = 2000;

/** G21: every statement was true when the page made it. */
export function expectTrue(
  statements: readonly Statement[],
  submitted: readonly Submitted[],
  { network, mayFail }: World,
): void {
  const commits = network.log.filter(({ body }) =>
    submitted.some((one) => body.includes(`"${emailOf(one)}"`)),
  );
  for (const { at, says } of statements) {
    expect(says.length, 'one statement at a time').toBeLessThanOrEqual(1);
    for (const saying of says) {
      expect(
        mayFail && saying === 'error' ? true : isTrue[saying](commits, at),
        `'${saying}' is true when it is said`,
      ).toBe(true);
    }
  }
}

const isTrue: Record<Saying, (commits: Commit[], at: number) => boolean> = {
  sent: (commits, at) =>
    commits.some(({ storedAt = Infinity }) => storedAt <= at + clockSkew),
  saved: (commits, at) =>
    !commits.some(({ answeredAt = Infinity }) => answeredAt < at - newsTravel),
  error: (commits, at) =>
    commits.some(({ refusedAt = Infinity }) => refusedAt <= at + clockSkew),
};
