import { expect } from 'playwright/test';
import type { Form } from '../../src/descriptions/form.ts';
import type { Commit } from '../support/commits.ts';
import type { Tab } from '../support/engines/engine.ts';
import type { Story } from './story.ts';
import { emailOf, type Submitted } from './submissions.ts';

export type Saying = 'sent' | 'saved' | 'error';

/** What a page said, and from when on. */
export interface Statement {
  at: number;
  says: Saying[];
}

/** How what a page says begins. */
const sentences = { sent: 'Sent.', saved: 'Saved on this device.' };

/** Lets a page take down what it says, so that no moment is missed. */
export function takeDownStatements(tab: Tab, form: Form): Promise<void> {
  return tab.evaluate(takeDown, { ...sentences, error: form.failure });
}

/** Everything the page has said since then; oldest first. */
export function statementsOf(tab: Tab): Promise<Statement[]> {
  return tab.evaluate(
    () => (globalThis as { statements?: Statement[] }).statements ?? [],
  );
}

function takeDown(meanings: Record<string, string>): void {
  const statements: Statement[] = [];
  (globalThis as { statements?: Statement[] }).statements = statements;
  const look = () => {
    const texts = [...document.querySelectorAll('main p')].map((element) =>
      element.textContent?.trim(),
    );
    const says = Object.entries(meanings)
      .filter(([, words]) => texts.some((text) => text?.startsWith(words)))
      .map(([saying]) => saying) as Saying[];
    if (statements.at(-1)?.says.join() === says.join()) return;
    // Date may be wrong on purpose; this clock is not.
    statements.push({ at: performance.timeOrigin + performance.now(), says });
  };
  new MutationObserver(look).observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  look();
}

/** Two clocks of one machine, and the time that news takes to a busy page. */
const clockSkew = 500;
const newsTravel = 60_000;

/** G21: every statement was true when the page made it. */
export function expectTrue(
  statements: readonly Statement[],
  submitted: readonly Submitted[],
  { network, mayFail }: Story,
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
