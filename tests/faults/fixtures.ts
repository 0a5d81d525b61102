import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { type FormName, forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { recordsOf } from '../../src/outbox/record-drafts.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import type { Commit } from '../support/commits.ts';
import type { Browser, Driver, Needs } from '../support/engines/engine.ts';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { test as base } from '../support/fixtures.ts';
import { valuesFor } from '../support/forms.ts';
import { inStore } from '../support/indexed-db.ts';
import { type Records, textOf } from '../support/records.ts';
import { workerIsActive } from './inside.ts';
import { often, type Saying, Visit } from './visit.ts';

export { expect } from 'playwright/test';

/** What a visitor has submitted, as the tests know it. */
export interface Submitted {
  form: FormName;
  values: Values;
  /** Known where the tests themselves have made it. */
  id?: string;
}

/** All that a fault's story acts on, and what it has submitted so far. */
export class Story {
  readonly submitted: Submitted[] = [];
  readonly #visits: Visit[] = [];
  /** The answer is lost, so an error may show of what is stored. */
  mayFail = false;
  #browser: Browser | undefined;

  constructor(
    readonly driver: Driver,
    readonly network: FaultyProxy,
    readonly records: Records,
  ) {}

  /** Needed only where the browser must be a special one. */
  async start(needs?: Needs): Promise<Browser> {
    this.#browser ??= await this.driver.start(needs);
    return this.#browser;
  }

  async end(): Promise<void> {
    await this.#browser?.close();
  }

  /** Opens a form in a new tab, with the worker there unless told otherwise. */
  async visit(form: FormName, { worker = true } = {}): Promise<Visit> {
    const browser = await this.start();
    const visit = new Visit(this, form, await browser.open());
    this.#visits.push(visit);
    await visit.load();
    if (worker) await visit.tab.evaluate(workerIsActive);
    return visit;
  }

  /** Submits a form while nothing gets through, until the page says so. */
  async queue(
    form: FormName,
    breakNetwork: () => unknown = () => this.network.cut(),
  ): Promise<Visit> {
    const visit = await this.visit(form);
    await breakNetwork();
    await visit.submit();
    await visit.says('saved');
    return visit;
  }

  /** Something to submit that is like nothing before. */
  next(form: FormName): Submitted {
    const values = valuesFor(form, this.submitted.length + 1);
    const submission = { form, values };
    this.submitted.push(submission);
    return submission;
  }

  /** Puts submissions into the outbox as if they had been made long ago. */
  async seed({ tab }: Visit, count: number): Promise<void> {
    const names = Object.keys(forms) as FormName[];
    const put = Array.from({ length: count }, (_, index) => {
      const one = this.next(names[index % names.length] ?? 'waitlist');
      one.id = randomUUID();
      return createSubmission(one.id, one.form, one.values, Date.now());
    });
    await tab.evaluate(inStore, { put });
  }

  /** Gives whichever pages there are a reason to deliver. */
  async wake(): Promise<void> {
    await Promise.all(this.#open.map((visit) => visit.wake()));
  }

  async offline(): Promise<void> {
    this.network.cut();
    await this.#browser?.setOffline?.(true);
  }

  /** Where the driver can't make the browser say 'online', we say it. */
  async online(): Promise<void> {
    this.network.restore();
    if (this.#browser?.setOffline) await this.#browser.setOffline(false);
    else await this.wake();
  }

  /** Whether all that was submitted is stored, once, and the pages said so. */
  async settled(): Promise<void> {
    await this.exactlyStored();
    for (const visit of this.#open) {
      if (visit.submitted.length > 0 && !visit.forgotten) {
        await visit.says('sent');
        await visit.stays();
      }
    }
    const [first] = this.#open;
    const asked = first ?? (await this.visit('waitlist', { worker: false }));
    await expect.poll(() => asked.waiting(), often).toEqual([]);
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
    const found = await this.records.all();
    for (const { values, id } of this.submitted) {
      const own = found.filter(({ fields }) => fields.email === values.email);
      const ids = new Set(own.map((record) => record.id));
      const sent = this.#commitsOf([{ values }]).flatMap((one) => one.ids);
      expect(new Set(sent), 'ids sent = ids stored').toEqual(ids);
      expect(ids.size, 'one id in all collections').toBe(1);
      if (id) expect([...ids]).toEqual([id]);
    }
  }

  /** G21: every statement was true for as long as the page made it. */
  async #expectTrue(visit: Visit): Promise<void> {
    const commits = this.#commitsOf(visit.submitted);
    for (const { statements, ticks } of await visit.histories()) {
      const said = new Set<Saying>();
      for (const [index, { at, says }] of statements.entries()) {
        expect(says.length, 'one statement at a time').toBeLessThanOrEqual(1);
        const until = statements[index + 1]?.at ?? Infinity;
        for (const saying of says) {
          if (this.mayFail && saying === 'error') continue;
          const during = ticks.filter((tick) => tick < until);
          const isKept = saying !== 'saved' || !said.has('sent');
          expect(isKept, "'sent' is never taken back").toBe(true);
          const words = `'${saying}' is true while it is said`;
          expect(isTrue[saying](commits, at, during), words).toBe(true);
          said.add(saying);
        }
      }
    }
  }

  #commitsOf(some: readonly Pick<Submitted, 'values'>[]): Commit[] {
    return this.network.log.filter(({ body }) =>
      some.some(({ values }) => body.includes(`"${values.email}"`)),
    );
  }

  get #open(): Visit[] {
    return this.#visits.filter(({ closed }) => !closed);
  }
}

/**
 * A story for each test, with the site and one engine behind it. It ends with
 * the fault over; what must hold then is asserted here.
 */
export const test = base.extend<{ story: Story }>({
  story: async ({ driver, network, records }, use, testInfo) => {
    const story = new Story(driver, network, records);
    await use(story);
    const { status } = testInfo;
    if (status === 'passed' && story.submitted.length > 0)
      await story.settled();
    await story.end();
  },
});

function textsOf(all: readonly { collection: string; fields: object }[]) {
  return all
    .map(({ collection, fields }) => `${collection}: ${textOf(fields)}`)
    .sort();
}

/** Two clocks of one machine. */
const clockSkew = 500;
/**
 * A page may say "Saved ..." for two seconds after the answer. Those are 40
 * ticks of the page's own timer, so a machine or a page that is slow or frozen
 * has longer.
 */
const ticksToNews = 40;

/** Takes when the page begins to say it, and all ticks before the page ends it. */
type Check = (commits: Commit[], at: number, ticks: number[]) => boolean;

const isTrue: Record<Saying, Check> = {
  sent: (commits, at) =>
    commits.some(({ storedAt = Infinity }) => storedAt <= at + clockSkew),
  saved: (commits, _, ticks) =>
    commits.every(
      ({ answeredAt = Infinity }) =>
        ticks.filter((tick) => tick > answeredAt).length <= ticksToNews,
    ),
  error: (commits, at) =>
    commits.some(({ refusedAt = Infinity }) => refusedAt <= at + clockSkew),
};
