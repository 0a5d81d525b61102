import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import type { Values } from '../../src/form-definitions/form-definition.ts';
import type { FormName } from '../../src/form-definitions/forms.ts';
import { createRecords } from '../../src/form-definitions/records.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import type {
  Browser,
  BrowserSetup,
  Driver,
} from '../support/engines/engine.ts';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { test as base } from '../support/fixtures.ts';
import { createValues, formSpecsByName } from '../support/forms.ts';
import { accessStore } from '../support/indexed-db.ts';
import type { Commit } from '../support/network-faults.ts';
import type { Records } from '../support/records.ts';
import { waitForActiveWorker } from './page-functions.ts';
import { type Observation, polling, Visit } from './visit.ts';

export { expect } from 'playwright/test';

export interface Submission {
  form: FormName;
  values: Values;
}

/** The browser, network and server of a test, and all its submissions. */
export class FaultScenario {
  readonly submissions: Submission[] = [];
  readonly #visits: Visit[] = [];
  /** Whether a page may show an error for a submission that Firestore stored unnoticed. */
  mayShowError = false;
  browser: Browser | undefined;

  constructor(
    readonly driver: Driver,
    readonly network: FaultyProxy,
    readonly records: Records,
  ) {}

  /** Starts the browser unless it is running. The first visit calls this too. */
  async start(needs?: BrowserSetup): Promise<Browser> {
    this.browser ??= await this.driver.start(needs);
    return this.browser;
  }

  /** Opens a form in a new tab. */
  async visit(form: FormName): Promise<Visit> {
    const browser = await this.start();
    const visit = new Visit(this, form, await browser.open());
    this.#visits.push(visit);

    await visit.tab.goto(this.network.origin + formSpecsByName[form].path);
    await visit.record();
    await visit.tab.evaluate(waitForActiveWorker);
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
  addSubmission(form: FormName): Submission {
    const values = createValues(form, this.submissions.length + 1);
    const submission = { form, values };
    this.submissions.push(submission);
    return submission;
  }

  /** Stores submissions in the outbox without the site's code. */
  async seed({ tab }: Visit, count: number): Promise<void> {
    const newRecords = Array.from({ length: count }, (_, index) => {
      const form = index % 2 ? 'careers' : 'waitlist';
      const { values } = this.addSubmission(form);
      return createSubmission(randomUUID(), form, values, Date.now());
    });
    await tab.evaluate(accessStore, { newRecords });
  }

  /** Makes all open pages try to deliver. */
  async wake(): Promise<void> {
    await Promise.all(this.#openVisits.map((visit) => visit.wake()));
  }

  async goOffline(): Promise<void> {
    this.network.cut();
    await this.browser?.setOffline?.(true);
  }

  /** Restores the network. If the engine lacks `setOffline`, dispatches 'online'. */
  async goOnline(): Promise<void> {
    this.network.restore();
    if (this.browser?.setOffline) await this.browser.setOffline(false);
    else await this.wake();
  }

  /** Expects that each submission is stored once and each page says "Sent". */
  async expectDelivered(): Promise<void> {
    await this.waitUntilStoredOnce();

    for (const visit of this.#openVisits) {
      if (visit.submissions.length > 0 && !visit.isReloaded)
        await visit.expectStatement('sent', 20);
    }

    const anyVisit = this.#openVisits[0] ?? (await this.visit('waitlist'));
    await expect.poll(() => anyVisit.readOutbox(), polling).toEqual([]);

    for (const visit of this.#visits) await this.#expectTrue(visit);
    await this.waitUntilStoredOnce();
  }

  /** Waits until the server has the records of each submission exactly once. */
  async waitUntilStoredOnce(): Promise<void> {
    const expectedRecords = this.submissions.flatMap(({ form, values }) => {
      const records = createRecords(form, values);
      return records.map((record) => expect.objectContaining({ ...record }));
    });

    const readRecords = () => this.records.all();
    await expect
      .poll(readRecords, polling)
      .toEqual(expect.arrayContaining(expectedRecords));

    const storedRecords = await readRecords();
    expect(storedRecords).toHaveLength(expectedRecords.length);

    for (const { values } of this.submissions) {
      const matchingRecords = storedRecords.filter(
        ({ fields }) => fields.email === values.email,
      );

      const sentIds = this.#commitsOf([{ values }]).flatMap(({ ids }) => ids);
      const ids = new Set([...sentIds, ...matchingRecords.map(({ id }) => id)]);
      expect(ids.size, 'one id in all commits and collections').toBe(1);
    }
  }

  /** Expects that each sentence of the page was true while it was shown. */
  async #expectTrue(visit: Visit): Promise<void> {
    const commits = this.#commitsOf(visit.submissions);
    const hasHappened = (event: 'storedAt' | 'refusedAt', at: number) =>
      commits.some(
        (commit) => (commit[event] ?? Infinity) <= at + maxClockSkew,
      );

    const answerTimes = commits.map(({ answeredAt = Infinity }) => answeredAt);
    const samples = await visit.samples();
    const sentSample = samples.find(({ shown }) => shown.includes('sent'));

    const isStatementFalse = ({ at, shown }: Observation): boolean => {
      const [statement, ...others] = shown;
      if (others.length > 0) return true;

      switch (statement) {
        case undefined:
          return false;
        case 'saved':
          return sentSample !== undefined && at > sentSample.at;
        case 'sent':
          return !hasHappened('storedAt', at);
        case 'error':
          return !this.mayShowError && !hasHappened('refusedAt', at);
        default:
          return statement satisfies never;
      }
    };

    expect(samples.filter(isStatementFalse), 'false statements').toEqual([]);
    expect(samples.filter(isLabelAhead), 'false labels').toEqual([]);

    const lateCount = samples.filter(
      ({ at, shown }) =>
        shown.includes('saved') && at > Math.min(...answerTimes),
    ).length;
    expect(lateCount, "'saved' after the answer").toBeLessThan(maxStaleSamples);
  }

  #commitsOf(submissions: readonly Pick<Submission, 'values'>[]): Commit[] {
    return this.network.log.filter(({ body }) =>
      submissions.some(({ values }) => body.includes(`"${values.email}"`)),
    );
  }

  get #openVisits(): Visit[] {
    return this.#visits.filter(({ isClosed }) => !isClosed);
  }
}

/** Provides a scenario. After the test, expects that no submission was lost. */
export const test = base.extend<{ scenario: FaultScenario }>({
  scenario: async ({ driver, network, records }, use, testInfo) => {
    const scenario = new FaultScenario(driver, network, records);
    await use(scenario);
    if (testInfo.status === 'passed' && scenario.submissions.length > 0)
      await scenario.expectDelivered();

    await scenario.browser?.close();
  },
});

/** The largest difference between the clocks of page and test, in milliseconds. */
const maxClockSkew = 500;
/** How many samples, 50 ms apart, may still say "Saved ..." after Firestore's answer. */
const maxStaleSamples = 40;

/** Returns whether a label claims more than the sentence beside it. It may be late. */
function isLabelAhead({ shown, fastenings }: Observation): boolean {
  const isSewnOn = fastenings.includes('seam');
  const isBasted = fastenings.includes('basting');
  return (isSewnOn && !shown.includes('sent')) || (isBasted && !shown.length);
}
