import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { type FormName, forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { recordsOf } from '../../src/outbox/record-drafts.ts';
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
  /** Known only of submissions that the test itself has stored. */
  id?: string;
}

/** The browser, network and server of a test, and all that was submitted. */
export class Story {
  readonly submitted: Submitted[] = [];
  readonly #visits: Visit[] = [];
  /** Allows an error for a stored message, because its answer is lost. */
  mayFail = false;
  #browser: Browser | undefined;

  constructor(
    readonly driver: Driver,
    readonly network: FaultyProxy,
    readonly records: Records,
  ) {}

  /** Starts the browser, which is otherwise started by the first visit. */
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

  /** Submits a form without a network, until the page says that it is saved. */
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

  /** Creates a submission with values of its own. */
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

  /** Makes all open pages deliver. */
  async wake(): Promise<void> {
    await Promise.all(this.#open.map((visit) => visit.wake()));
  }

  async offline(): Promise<void> {
    this.network.cut();
    await this.#browser?.setOffline?.(true);
  }

  /** Dispatches the event 'online' if the driver cannot control the browser. */
  async online(): Promise<void> {
    this.network.restore();
    if (this.#browser?.setOffline) await this.#browser.setOffline(false);
    else await this.wake();
  }

  /** Expects that all submissions are stored once, and each page says so. */
  async settled(): Promise<void> {
    await this.exactlyStored();
    for (const visit of this.#open) {
      if (visit.submitted.length > 0 && !visit.isReloaded) {
        await visit.expectStatement('sent');
        await visit.expectNoChange();
      }
    }
    const [first] = this.#open;
    const open = first ?? (await this.visit('waitlist', { worker: false }));
    await expect.poll(() => open.waiting(), often).toEqual([]);
    for (const visit of this.#visits) await this.#expectTrue(visit);
    await this.exactlyStored();
  }

  /** Waits until the records are those of the submissions, each once. */
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
        expect(isTrue[statement](commits, at, during), message).toBe(true);
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

/** Provides a story, and expects at its end that no message was lost. */
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

/** Largest difference between the clocks of page and test, in milliseconds. */
const clockSkew = 500;
/**
 * A page may say "Saved ..." for 40 ticks of its own timer after the answer,
 * which is two seconds, or longer on a slow machine.
 */
const ticksToUpdate = 40;

/** Takes the time of the statement, and all ticks before its end. */
type Check = (commits: Commit[], at: number, ticks: number[]) => boolean;

const isTrue: Record<Statement, Check> = {
  sent: (commits, at) =>
    commits.some(({ storedAt = Infinity }) => storedAt <= at + clockSkew),
  saved: (commits, _, ticks) =>
    commits.every(
      ({ answeredAt = Infinity }) =>
        ticks.filter((tick) => tick > answeredAt).length <= ticksToUpdate,
    ),
  error: (commits, at) =>
    commits.some(({ refusedAt = Infinity }) => refusedAt <= at + clockSkew),
};
