import type { Reporter, TestCase } from 'playwright/types/testReporter';

/** Fails the run if a test was skipped, because a skipped test proves nothing. */
export default class NoSkipsReporter implements Reporter {
  readonly #skipped: string[] = [];

  onTestEnd(test: TestCase, { status }: { status: string }): void {
    if (status === 'skipped') this.#skipped.push(test.titlePath().join(' › '));
  }

  async onEnd() {
    if (this.#skipped.length === 0) return undefined;
    const messageLines = ['Skipped, which CI=true forbids:', ...this.#skipped];
    console.log(messageLines.join('\n'));
    return { status: 'failed' as const };
  }
}
