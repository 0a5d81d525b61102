import { expect } from 'playwright/test';
import { type FormName, forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import type { Tab } from '../support/engines/engine.ts';
import { specs } from '../support/forms.ts';
import { press, type } from '../support/gestures.ts';
import { accessStore } from '../support/indexed-db.ts';
import { hasTakenOver } from '../support/loading.ts';
import type { Story, Submitted } from './fixtures.ts';

export const often = { intervals: [50, 100, 200] };

export type Statement = 'sent' | 'saved' | 'error';

/** The statements of one page, oldest first. */
interface History {
  /** The page shows `shown` from the time `at` until the next entry. */
  statements: { at: number; shown: Statement[] }[];
  /** Times of the page's timer, which fires 20 times a second. */
  ticks: number[];
}

/** A tab with a form. Records the statements of the tab's pages. */
export class Visit {
  readonly submitted: Submitted[] = [];
  isClosed = false;
  /** Whether the tab was reloaded. Its form then shows no earlier status. */
  isReloaded = false;
  #earlier: History[] = [];

  constructor(
    readonly story: Story,
    readonly form: FormName,
    readonly tab: Tab,
  ) {}

  async load(): Promise<void> {
    await this.tab.goto(this.story.network.origin + specs[this.form].path);
    await this.#record();
  }

  async reload(): Promise<void> {
    this.#earlier = await this.histories();
    await this.tab.reload();
    this.isReloaded = true;
    await this.#record();
  }

  async #record(): Promise<void> {
    await this.tab.evaluate(recordStatements, {
      sent: 'Sent.',
      saved: 'Saved on this device.',
      error: forms[this.form].failure,
    });
    await expect.poll(() => this.tab.evaluate(hasTakenOver), often).toBe(true);
  }

  /** Fills in the form and presses its button, as a visitor does. */
  async submit(): Promise<Submitted> {
    const submission = await this.fillNext();
    await this.press();
    return submission;
  }

  async fillNext(): Promise<Submitted> {
    const submission = this.story.next(this.form);
    const { values } = submission;
    expect(await this.tab.evaluate(type, values)).toEqual(values);
    this.submitted.push(submission);
    this.isReloaded = false;
    return submission;
  }

  /** Waits for a button and presses it, by default the form's submit button. */
  async press(name: string = forms[this.form].submitLabel): Promise<void> {
    const isPressed = () => this.tab.evaluate(press, { name });
    await expect.poll(isPressed, { ...often, message: name }).toBe(true);
  }

  /** Returns the values of the form's fields. */
  typed(): Promise<Values> {
    return this.tab.evaluate(() => {
      const [form] = document.querySelectorAll<HTMLFormElement>('main form');
      return Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
    });
  }

  async expectText(text: string, isShown = true): Promise<void> {
    const isTextShown = () =>
      this.tab.evaluate((t) => document.body.textContent.includes(t), text);
    await expect.poll(isTextShown, { ...often, message: text }).toBe(isShown);
  }

  /** Waits until the page makes this statement. */
  async expectStatement(statement: Statement): Promise<void> {
    await expect
      .poll(async () => (await this.#latest()).statements.at(-1)?.shown, often)
      .toEqual([statement]);
  }

  /** Waits until the page has shown its statement for 20 ticks (one second). */
  async expectNoChange(): Promise<void> {
    const ticksSince = async () => {
      const { statements, ticks } = await this.#latest();
      return ticks.filter((tick) => tick > (statements.at(-1)?.at ?? 0)).length;
    };
    await expect.poll(ticksSince, often).toBeGreaterThanOrEqual(20);
  }

  /** Returns the ids in this browser's outbox. */
  async waiting(): Promise<string[]> {
    const submissions = await this.tab.evaluate(accessStore, {});
    return submissions.map(({ id }) => id);
  }

  /** Dispatches the event 'online', which makes the page deliver. */
  wake(): Promise<void> {
    return this.tab.evaluate(() => void dispatchEvent(new Event('online')));
  }

  async close(): Promise<void> {
    this.#earlier = await this.histories();
    this.isClosed = true;
    await this.tab.close();
  }

  /** Returns the statements of the tab's pages, oldest page first. */
  async histories(): Promise<History[]> {
    if (this.isClosed) return this.#earlier;
    return [...this.#earlier, await this.#latest()];
  }

  #latest(): Promise<History> {
    return this.tab.evaluate(() => {
      const { statements = [], ticks = [] } = globalThis as Partial<History>;
      return { statements, ticks };
    });
  }
}

/** Runs in the page and records each change of its statements. */
function recordStatements(prefixes: Record<Statement, string>): void {
  const history: History = { statements: [], ticks: [] };
  const { statements, ticks } = Object.assign(globalThis, history);
  // Some tests change `Date`, but none changes the clock of `performance`.
  const now = () => performance.timeOrigin + performance.now();
  setInterval(() => ticks.push(now()), 50);
  const record = () => {
    const texts = [...document.querySelectorAll('main p')].map((element) =>
      element.textContent?.trim(),
    );
    const shown = (Object.keys(prefixes) as Statement[]).filter((statement) =>
      texts.some((text) => text?.startsWith(prefixes[statement])),
    );
    if (statements.at(-1)?.shown.join() === shown.join()) return;
    statements.push({ at: now(), shown });
  };
  new MutationObserver(record).observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  record();
}
