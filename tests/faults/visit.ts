import { expect } from 'playwright/test';
import { hasTakenOver } from '../../src/boot/early-input.ts';
import { type FormName, forms } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import type { Tab } from '../support/engines/engine.ts';
import { specs } from '../support/forms.ts';
import { press, type } from '../support/gestures.ts';
import { inStore } from '../support/indexed-db.ts';
import type { Story, Submitted } from './fixtures.ts';

export const often = { intervals: [50, 100, 200] };

export type Saying = 'sent' | 'saved' | 'error';

/** What one page said, oldest first, and the page's own time. */
interface History {
  /** Each holds from `at` until the next one. */
  statements: { at: number; says: Saying[] }[];
  /** When the page's timer fired, 20 times a second unless the page was slow. */
  ticks: number[];
}

/** One tab with a form in it, and what its page has said. */
export class Visit {
  readonly submitted: Submitted[] = [];
  closed = false;
  /** The page was loaded anew: its form knows of no submission. */
  forgotten = false;
  #earlier: History[] = [];

  constructor(
    readonly story: Story,
    readonly form: FormName,
    readonly tab: Tab,
  ) {}

  async load(): Promise<void> {
    await this.tab.goto(this.story.network.origin + specs[this.form].path);
    await this.#watch();
  }

  async reload(): Promise<void> {
    this.#earlier = await this.histories();
    await this.tab.reload();
    this.forgotten = true;
    await this.#watch();
  }

  async #watch(): Promise<void> {
    await this.tab.evaluate(takeDownStatements, {
      sent: 'Sent.',
      saved: 'Saved on this device.',
      error: forms[this.form].failure,
    });
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
    const submission = this.story.next(this.form);
    const { values } = submission;
    expect(await this.tab.evaluate(type, values)).toEqual(values);
    this.submitted.push(submission);
    this.forgotten = false;
    return submission;
  }

  /** Presses a button, by default the form's, as soon as it is there. */
  async press(name: string = forms[this.form].submitLabel): Promise<void> {
    const isPressed = () => this.tab.evaluate(press, { name });
    await expect.poll(isPressed, { ...often, message: name }).toBe(true);
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

  async shows(words: string, isShown = true): Promise<void> {
    const text = () => this.tab.evaluate(() => document.body.textContent);
    const shows = async () => (await text()).includes(words);
    await expect.poll(shows, { ...often, message: words }).toBe(isShown);
  }

  /** Waits until the page says this. */
  async says(saying: Saying): Promise<void> {
    await expect
      .poll(async () => (await this.#latest()).statements.at(-1)?.says, often)
      .toEqual([saying]);
  }

  /** Waits until the page has said the same for a second of its own time. */
  async stays(): Promise<void> {
    const ticksSince = async () => {
      const { statements, ticks } = await this.#latest();
      return ticks.filter((tick) => tick > (statements.at(-1)?.at ?? 0)).length;
    };
    await expect.poll(ticksSince, often).toBeGreaterThanOrEqual(20);
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

  async close(): Promise<void> {
    this.#earlier = await this.histories();
    this.closed = true;
    await this.tab.close();
  }

  /** Everything that the tab's pages have said, oldest page first. */
  async histories(): Promise<History[]> {
    if (this.closed) return this.#earlier;
    return [...this.#earlier, await this.#latest()];
  }

  #latest(): Promise<History> {
    return this.tab.evaluate(() => {
      const { statements = [], ticks = [] } = globalThis as Partial<History>;
      return { statements, ticks };
    });
  }
}

/** Runs in the page and records each change of what the page says. */
function takeDownStatements(meanings: Record<Saying, string>): void {
  const history: History = { statements: [], ticks: [] };
  const { statements, ticks } = Object.assign(globalThis, history);
  // A test may set Date wrong on purpose, but not this clock.
  const now = () => performance.timeOrigin + performance.now();
  setInterval(() => ticks.push(now()), 50);
  const look = () => {
    const texts = [...document.querySelectorAll('main p')].map((element) =>
      element.textContent?.trim(),
    );
    const says = (Object.keys(meanings) as Saying[]).filter((saying) =>
      texts.some((text) => text?.startsWith(meanings[saying])),
    );
    if (statements.at(-1)?.says.join() === says.join()) return;
    statements.push({ at: now(), says });
  };
  new MutationObserver(look).observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  look();
}
