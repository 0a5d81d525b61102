import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { type FormName, forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { recordsOf } from '../../src/outbox/new-records.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import type { Browser, Driver, Setup } from '../support/engines/engine.ts';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { test as base } from '../support/fixtures.ts';
import { valuesFor } from '../support/forms.ts';
import { accessStore } from '../support/indexed-db.ts';
import type { Commit } from '../support/network-faults.ts';
import { fieldText, type Records } from '../support/records.ts';
import { workerIsActive } from './page-functions.ts';
import { often, type Statement, Visit } from './visit.ts';

export { expect } from 'playwright/test';

export interface Submitted {
  form: FormName;
  values: Values;
  /** The id, which is known only if the test itself has stored the submission. */
  id?: string;
}

/** The browser, network and server of a test, and all its submissions. */
export class Story {
  readonly submitted: Submitted[] = [];
  readonly #visits: Visit[] = [];
  /** Whether a page may show an error for a stored message, if its answer is lost. */
  mayFail = false;
  #browser: Browser | undefined;

  constructor(
    readonly driver: Driver,
    readonly network: FaultyProxy,
    readonly records: Records,
  ) {}

  /** Starts the browser unless it is running. The first visit calls this too. */
  async start(needs?: Setup): Promise<Browser> {
    this.#browser ??= await this.driver.start(needs);
    return this.#browser;
  }

  async end(): Promise<void> {
    await this.#browser?.close();
  }

  /** Opens a form in a new tab. */
  async visit(form: FormName, { worker = true } = {}): Promise<Visit> {
    const browser = await this.start();
    const visit = new Visit(this, form, await browser.open());
    this.#visits.push(visit);
    await visit.load();
    if (worker) await visit.tab.evaluate(workerIsActive);
    return visit;
  }

  /** Submits a form without a network. Resolves when the page says "Saved". */
  async queue(
    form: FormName,
    breakNetwork: () => unknown = () => this.network.cut(),
  ): Promise<Visit> {
    const visit = await this.visit(form);
    await breakNetwork();
    await visit.submit();
    await visit.expectStatement('saved');
    return visit;
  }

  /** Creates a submission with values that no other submission has. */
  next(form: FormName): Submitted {
    const values = valuesFor(form, this.submitted.length + 1);
    const submission = { form, values };
    this.submitted.push(submission);
    return submission;
  }

  /** Stores submissions in the outbox without the site's code. */
  async seed({ tab }: Visit, count: number): Promise<void> {
    const names = Object.keys(forms) as FormName[];
    const put = Array.from({ length: count }, (_, index) => {
      const added = this.next(names[index % names.length] ?? 'waitlist');
      added.id = randomUUID();
      return createSubmission(added.id, added.form, added.values, Date.now());
    });
    await tab.evaluate(accessStore, { put });
  }

  /** Makes all open pages try to deliver. */
  async wake(): Promise<void> {
    await Promise.all(this.#open.map((visit) => visit.wake()));
  }

  async offline(): Promise<void> {
    this.network.cut();
    await this.#browser?.setOffline?.(true);
  }

  /** Restores the network. Dispatches 'online' if the driver cannot set it. */
  async online(): Promise<void> {
    this.network.restore();
    if (this.#browser?.setOffline) await this.#browser.setOffline(false);
    else await this.wake();
  }

  /** Expects that each submission is stored once and each page says "Sent". */
  async settled(): Promise<void> {
    await this.exactlyStored();
    for (const visit of this.#open) {
      if (visit.submitted.length > 0 && !visit.isReloaded) {
        await visit.expectStatement('sent');
        await visit.expectNoChange();
      }
    }
    const [first] = this.#open;
    const anyVisit = first ?? (await this.visit('waitlist', { worker: false }));
    await expect.poll(() => anyVisit.waiting(), often).toEqual([]);
    for (const visit of this.#visits) await this.#expectTrue(visit);
    await this.exactlyStored();
  }

  /** Waits until the server has the records of each submission exactly once. */
  async exactlyStored(): Promise<void> {
    const expected = this.submitted.flatMap(({ form, values }) =>
      recordsOf(createSubmission('', form, values, 0)),
    );
    await expect
      .poll(async () => textsOf(await this.records.all()), often)
      .toEqual(textsOf(expected));
    const all = await this.records.all();
    for (const { values, id } of this.submitted) {
      const found = all.filter(({ fields }) => fields.email === values.email);
      const ids = new Set(found.map((record) => record.id));
      const sent = this.#commitsOf([{ values }]).flatMap(
        (commit) => commit.ids,
      );
      expect(new Set(sent), 'ids sent = ids stored').toEqual(ids);
      expect(ids.size, 'one id in all collections').toBe(1);
      if (id) expect([...ids]).toEqual([id]);
    }
  }

  /** Expects that each statement was true while the page showed it. */
  async #expectTrue(visit: Visit): Promise<void> {
    const commits = this.#commitsOf(visit.submitted);
    for (const { statements, ticks } of await visit.histories()) {
      let wasSent = false;
      for (const [index, { at, shown }] of statements.entries()) {
        expect(shown.length, 'one statement at a time').toBeLessThanOrEqual(1);
        const until = statements[index + 1]?.at ?? Infinity;
        const [statement] = shown;
        if (!statement || (this.mayFail && statement === 'error')) continue;
        const isTakenBack = wasSent && statement === 'saved';
        expect(isTakenBack, "'saved' never follows 'sent'").toBe(false);
        const during = ticks.filter((tick) => tick < until);
        const message = `'${statement}' is true while the page shows it`;
        expect(checks[statement](commits, at, during), message).toBe(true);
        wasSent ||= statement === 'sent';
      }
    }
  }

  #commitsOf(some: readonly Pick<Submitted, 'values'>[]): Commit[] {
    return this.network.log.filter(({ body }) =>
      some.some(({ values }) => body.includes(`"${values.email}"`)),
    );
  }

  get #open(): Visit[] {
    return this.#visits.filter(({ isClosed }) => !isClosed);
  }
}

/** Provides a story, and expects after the test that no message was lost. */
export const test = base.extend<{ story: Story }>({
  story: async ({ driver, network, records }, use, testInfo) => {
    const story = new Story(driver, network, records);
    await use(story);
    if (testInfo.status === 'passed' && story.submitted.length > 0)
      await story.settled();
    await story.end();
  },
});

function textsOf(all: readonly { collection: string; fields: object }[]) {
  return all
    .map(({ collection, fields }) => `${collection}: ${fieldText(fields)}`)
    .sort();
}

/** The largest difference between the clocks of page and test, in milliseconds. */
const maxClockSkew = 500;
/**
 * A page may say "Saved ..." for so many ticks of its timer after the answer.
 * They take two seconds, or longer on a slow machine.
 */
const ticksToUpdate = 40;

/** Checks a statement that appeared at `at`. `ticks` end when it disappeared. */
type Check = (commits: Commit[], at: number, ticks: number[]) => boolean;

const checks: Record<Statement, Check> = {
  sent: (commits, at) =>
    commits.some(({ storedAt = Infinity }) => storedAt <= at + maxClockSkew),
  saved: (commits, _, ticks) =>
    commits.every(
      ({ answeredAt = Infinity }) =>
        ticks.filter((tick) => tick > answeredAt).length <= ticksToUpdate,
    ),
  error: (commits, at) =>
    commits.some(({ refusedAt = Infinity }) => refusedAt <= at + maxClockSkew),
};
