import { expect } from 'playwright/test';
import type { FormName } from '../../src/descriptions/forms.ts';
import type { Browser, Driver, Needs } from '../support/engines/engine.ts';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { valuesFor } from '../support/forms.ts';
import type { Records } from '../support/records.ts';
import { workerIsActive } from './inside.ts';
import { expectTrue } from './statements.ts';
import { expectExactlyStored, type Submitted } from './submissions.ts';
import { often, Visit } from './visit.ts';

/** All that a fault's story acts on, and what it has submitted so far. */
export class Story {
  readonly submitted: Submitted[] = [];
  readonly visits: Visit[] = [];
  /** The ids that rightly stay in the outbox. */
  waiting: string[] = [];
  /** The answer is lost, so an error may show of what is stored. */
  mayFail = false;
  #browser: Browser | undefined;
  #count = 0;

  constructor(
    readonly driver: Driver,
    readonly network: FaultyProxy,
    readonly records: Records,
    /** A folder for a profile that outlives its browser. */
    readonly profile: string,
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
    this.visits.push(visit);
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

  next(form: FormName): Submitted {
    this.#count += 1;
    return { form, values: valuesFor(form, this.#count) };
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
    await expectExactlyStored(this);
    for (const visit of this.#open) {
      if (visit.submitted.length > 0 && !visit.forgotten) {
        await visit.says('sent');
      }
    }
    const [first] = this.#open;
    const asked = first ?? (await this.visit('waitlist', { worker: false }));
    await expect.poll(() => asked.waiting(), often).toEqual(this.waiting);
    for (const visit of this.visits) {
      expectTrue(await visit.statements(), visit.submitted, this);
    }
    await expectExactlyStored(this);
  }

  get #open(): Visit[] {
    return this.visits.filter(({ closed }) => !closed);
  }
}
