import { expect } from 'playwright/test';
import { hasTakenOver } from '../../src/boot/early-input.ts';
import { type FormName, forms } from '../../src/descriptions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import type { Engine } from '../support/browsers.ts';
import type { Browser, Driver, Needs, Tab } from '../support/engines/engine.ts';
import { valuesFor } from '../support/forms.ts';
import { inStore } from '../support/indexed-db.ts';
import type { Network } from '../support/network.ts';
import type { Records } from '../support/records.ts';
import { workerIsActive } from './inside.ts';
import { expectExactlyStored, type Submitted } from './submissions.ts';
import {
  expectTrue,
  type Saying,
  type Statement,
  statementsOf,
  watch,
} from './witness.ts';

export const often = { intervals: [50, 100, 200] };

/** A fault of the outbox's list, and a name for its story. */
export type Title = `F${number} ${string}`;

/** A story in which a fault happens. */
export interface Scenario {
  title: Title;
  /** Where it can't happen or can't be brought about, and why. */
  not?: Partial<Record<Engine, string>>;
  /** Ends with the faults over; what must hold then is asserted after it. */
  run(world: World): Promise<void>;
}

/** One that every engine goes through. */
export function scenario(title: Title, run: Scenario['run']): Scenario {
  return { title, run };
}

/** All that a scenario acts on, and what it has submitted so far. */
export class World {
  readonly submitted: Submitted[] = [];
  readonly visits: Visit[] = [];
  /** The ids that rightly stay in the outbox. */
  waiting: string[] = [];
  /** The answer is lost, so an error may show of what is stored. */
  mayFail = false;
  #browser: Browser | undefined;
  #count = 0;

  constructor(
    readonly engine: Engine,
    readonly driver: Driver,
    readonly network: Network,
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

  /** Ends the worker while it is where the test has stopped it. */
  async killWorker(left?: Promise<unknown>): Promise<void> {
    await this.#browser?.killWorker?.();
    await left;
  }

  /** Gives whichever pages there are a reason to deliver. */
  async wake(): Promise<void> {
    await Promise.all(this.#open.map((visit) => visit.wake()));
  }

  get #open(): Visit[] {
    return this.visits.filter(({ closed }) => !closed);
  }

  next(form: FormName): Submitted {
    this.#count += 1;
    return { form, values: valuesFor(form, this.#count) };
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

  stored(): Promise<void> {
    return expectExactlyStored(this);
  }

  /** Whether all that was submitted is stored, once, and the pages said so. */
  async settled(): Promise<void> {
    await this.stored();
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
    await this.stored();
  }
}

/** One tab with a form in it, and what its page has said. */
export class Visit {
  readonly submitted: Submitted[] = [];
  closed = false;
  /** The page was loaded anew: its form knows of no submission. */
  forgotten = false;
  #earlier: Statement[] = [];

  constructor(
    readonly world: World,
    readonly form: FormName,
    readonly tab: Tab,
  ) {}

  async load(): Promise<void> {
    await this.tab.goto(`${this.world.network.origin}/${this.form}`);
    await this.#watch();
  }

  async reload(): Promise<void> {
    await this.#keepStatements();
    await this.tab.reload();
    this.forgotten = true;
    await this.#watch();
  }

  async #watch(): Promise<void> {
    await watch(this.tab, forms[this.form]);
    const isAlive = () => this.tab.evaluate(hasTakenOver);
    await expect.poll(isAlive, often).toBe(true);
  }

  /** Fills the form and presses its button, as a visitor does. */
  async submit(): Promise<Submitted> {
    const submission = await this.fillNext();
    await this.press();
    return submission;
  }

  async fillNext(): Promise<Submitted> {
    const submission = this.world.next(this.form);
    await this.fill(submission.values);
    this.world.submitted.push(submission);
    this.submitted.push(submission);
    this.forgotten = false;
    return submission;
  }

  /** What the form's fields hold now. */
  typed(): Promise<Values> {
    return this.tab.evaluate(() => {
      const [form] = document.querySelectorAll<HTMLFormElement>('main form');
      return Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
    });
  }

  async shows(words: string): Promise<void> {
    await expect.poll(() => this.tab.text(), often).toContain(words);
  }

  async hides(words: string): Promise<void> {
    await expect.poll(() => this.tab.text(), often).not.toContain(words);
  }

  async fill(values: Values): Promise<void> {
    for (const { name, label } of forms[this.form].fields) {
      await this.tab.fill(label, values[name] ?? '');
    }
  }

  press(): Promise<void> {
    return this.tab.click(forms[this.form].submitLabel);
  }

  /** Waits until the page says this. */
  async says(saying: Saying): Promise<void> {
    await expect
      .poll(async () => (await statementsOf(this.tab)).at(-1)?.says, often)
      .toEqual([saying]);
  }

  /** The ids in the outbox of this browser. */
  async waiting(): Promise<string[]> {
    const submissions = await this.tab.evaluate(inStore, {});
    return submissions.map(({ id }) => id);
  }

  /** Gives the page the reason to deliver that a new network is. */
  wake(): Promise<void> {
    return this.tab.evaluate(() => void dispatchEvent(new Event('online')));
  }

  async deliverUntilEmpty(): Promise<void> {
    await expect(async () => {
      await this.wake();
      await expect
        .poll(() => this.waiting(), { ...often, timeout: 1000 })
        .toEqual([]);
    }).toPass();
  }

  async close(): Promise<void> {
    await this.#keepStatements();
    this.closed = true;
    await this.tab.close();
  }

  async statements(): Promise<Statement[]> {
    if (this.closed) return this.#earlier;
    return [...this.#earlier, ...(await statementsOf(this.tab))];
  }

  async #keepStatements(): Promise<void> {
    this.#earlier.push(...(await statementsOf(this.tab)));
  }
}
