import type { Reporter, TestCase } from 'playwright/types/testReporter';

/** With CI=true a skipped test fails the run, because it has proven nothing. */
export default class NoSkips implements Reporter {
  readonly #skipped: string[] = [];

  onTestEnd(test: TestCase, { status }: { status: string }): void {
    if (status === 'skipped') this.#skipped.push(test.titlePath().join(' › '));
  }

  async onEnd() {
    if (this.#skipped.length === 0) return undefined;
    console.log(
      ['Skipped, which CI=true forbids:', ...this.#skipped].join('\n'),
    );
    return { status: 'failed' as const };
  }
}
