import { expect } from 'playwright/test';
import { queued } from '../../src/content/delivery.ts';
import type { Form } from '../../src/forms/forms.ts';
import type { Commit } from '../support/commits.ts';
import type { Tab } from '../support/engines/engine.ts';
import { emailOf, type Submitted } from './submissions.ts';
import type { World } from './world.ts';

export type Saying = 'sent' | 'saved' | 'error';

/** What a page said, and from when on. */
export interface Statement {
  at: number;
  says: Saying[];
}

export const sentences = { sent: 'Sent.', saved: Object.values(queued) };

/** Lets a page write down what it says, so that no moment is missed. */
export function watch(tab: Tab, form: Form): Promise<void> {
  return tab.evaluate(takeDown, {
    sent: [sentences.sent],
    saved: sentences.saved,
    error: [form.failure],
  });
}

/** Everything the page has said since it was watched; oldest first. */
export function statementsOf(tab: Tab): Promise<Statement[]> {
  return tab.evaluate(
    () => (globalThis as { statements?: Statement[] }).statements ?? [],
  );
}

function takeDown(meanings: Record<string, string[]>): void {
  const statements: Statement[] = [];
  (globalThis as { statements?: Statement[] }).statements = statements;
  const look = () => {
    const texts = [...document.querySelectorAll('main p')].map((element) =>
      element.textContent?.trim(),
    );
    const says = Object.entries(meanings)
      .filter(([, any]) => any.some((sentence) => texts.includes(sentence)))
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

/** Two clocks of one machine, and the time the news takes to a page. */
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
