import { expect } from 'playwright/test';
import { type FormName, forms } from '../../src/form-definitions/forms.ts';
import type { Tab } from '../support/engines/engine.ts';
import { clickControl, dispatchOnline, fillForm } from '../support/gestures.ts';
import { accessStore } from '../support/indexed-db.ts';
import { isHydrated } from '../support/loading.ts';
import type { FaultScenario, Submission } from './fixtures.ts';

export const polling = { intervals: [50, 100, 200] };

type Statement = 'sent' | 'saved' | 'error';

/** What a page says at one moment, taken 20 times a second and after each change. */
export interface Observation {
  at: number;
  shown: Statement[];
  /** How the labels with the visitor's text are fastened. */
  fastenings: string[];
}

/** A tab with a form. Repeatedly records what its pages say about the submission. */
export class Visit {
  readonly submissions: Submission[] = [];
  isClosed = false;
  /** Whether the tab was reloaded. Its form then shows no earlier status. */
  isReloaded = false;
  #earlierSamples: Observation[] = [];

  constructor(
    readonly scenario: FaultScenario,
    readonly form: FormName,
    readonly tab: Tab,
  ) {}

  async reload(): Promise<void> {
    this.#earlierSamples = await this.samples();
    await this.tab.reload();
    this.isReloaded = true;
    await this.record();
  }

  /** Starts recording samples, and waits until React has hydrated the page. */
  async record(): Promise<void> {
    await this.tab.evaluate(samplePage, {
      sent: 'Sent.',
      saved: 'Saved on this device.',
      error: forms[this.form].failure,
    });
    await expect.poll(() => this.tab.evaluate(isHydrated), polling).toBe(true);
  }

  /** Fills in the form and presses its button, as a visitor does. */
  async submit(): Promise<Submission> {
    const submission = await this.fillNext();
    await this.press();
    return submission;
  }

  async fillNext(): Promise<Submission> {
    const submission = this.scenario.addSubmission(this.form);
    const { values } = submission;
    expect(await this.tab.evaluate(fillForm, values)).toEqual(values);
    this.submissions.push(submission);
    this.isReloaded = false;
    return submission;
  }

  /** Waits for a button and presses it, by default the form's submit button. */
  async press(name: string = forms[this.form].submitLabel): Promise<void> {
    const isPressed = () => this.tab.evaluate(clickControl, { name });
    await expect.poll(isPressed, { ...polling, message: name }).toBe(true);
  }

  /** Returns the values of the form's fields. */
  readValues() {
    return this.tab.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('main form');
      return Object.fromEntries(new FormData(form ?? undefined));
    });
  }

  async expectText(text: string): Promise<void> {
    await this.#pollText(text).toBe(true);
  }

  async expectNoText(text: string): Promise<void> {
    await this.#pollText(text).toBe(false);
  }

  /** Returns an expectation of whether the page contains the text. */
  #pollText(text: string) {
    const includesText = (expectedText: string) =>
      document.body.textContent.includes(expectedText);
    const isTextShown = () => this.tab.evaluate(includesText, text);
    return expect.poll(isTextShown, { ...polling, message: text });
  }

  /** Waits until each of the last `count` samples shows only this statement. */
  async expectStatement(statement: Statement, count = 1): Promise<void> {
    const readLatestStatements = async () => {
      const samples = await this.samples();
      return samples.slice(-count).map(({ shown }) => shown);
    };
    await expect
      .poll(readLatestStatements, polling)
      .toEqual(Array(count).fill([statement]));
  }

  /** Returns the submissions in this browser's outbox. */
  readOutbox(): Promise<object[]> {
    return this.tab.evaluate(accessStore, { store: 'submissions' });
  }

  /** Makes the page deliver. */
  wake(): Promise<void> {
    return this.tab.evaluate(dispatchOnline);
  }

  async close(): Promise<void> {
    this.#earlierSamples = await this.samples();
    this.isClosed = true;
    await this.tab.close();
  }

  /** Returns the samples of all pages of the tab, oldest first. */
  async samples(): Promise<Observation[]> {
    if (this.isClosed) return this.#earlierSamples;
    const readSamples = () =>
      (globalThis as { samples?: Observation[] }).samples;
    const latestSamples = await this.tab.evaluate(readSamples);
    return [...this.#earlierSamples, ...(latestSamples ?? [])];
  }
}

/** Runs in the page. */
function samplePage(prefixes: Record<Statement, string>): void {
  const samples: Observation[] = [];
  Object.assign(globalThis, { samples });
  const recordSample = () => {
    const texts = [...document.querySelectorAll('main p')].map((element) =>
      element.textContent.trim(),
    );

    const shown = (Object.keys(prefixes) as Statement[]).filter((statement) =>
      texts.some((text) => text.startsWith(prefixes[statement])),
    );

    const labels = document.querySelectorAll<HTMLElement>('[data-fastening]');
    const fastenings = [...labels].map(
      ({ dataset }) => dataset.fastening ?? '',
    );

    // Some tests change `Date`, but none changes the clock of `performance`.
    const at = performance.timeOrigin + performance.now();
    samples.push({ at, shown, fastenings });
  };

  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver(recordSample).observe(document.documentElement, options);
  setInterval(recordSample, 50);
  recordSample();
}
