import * as path from 'node:path';
import type {
  Reporter,
  TestCase,
  TestResult,
  TestStep,
} from 'playwright/types/testReporter';
import { waitLimit } from './wait-limit.ts';

interface RunningTest {
  openSteps: TestStep[];
  lastStep?: TestStep;
  timer?: NodeJS.Timeout;
}

/**
 * Prints what a test waits for if nothing has happened in it for a minute. Playwright
 * limits neither a promise in a page nor one in Node, so such a test would run in
 * silence until its limit of ten minutes.
 */
export default class HangingTestsReporter implements Reporter {
  readonly #tests = new Map<TestResult, RunningTest>();

  onTestBegin(test: TestCase, result: TestResult): void {
    this.#tests.set(result, { openSteps: [] });
    this.#restart(test, result);
  }

  onStepBegin(test: TestCase, result: TestResult, step: TestStep): void {
    this.#tests.get(result)?.openSteps.push(step);
    this.#restart(test, result);
  }

  onStepEnd(test: TestCase, result: TestResult, step: TestStep): void {
    const running = this.#tests.get(result);
    if (!running) return;
    running.openSteps = running.openSteps.filter((open) => open !== step);
    running.lastStep = step;
    this.#restart(test, result);
  }

  onTestEnd(_test: TestCase, result: TestResult): void {
    clearTimeout(this.#tests.get(result)?.timer);
    this.#tests.delete(result);
  }

  #restart(test: TestCase, result: TestResult): void {
    const running = this.#tests.get(result);
    if (!running) return;
    clearTimeout(running.timer);
    const report = () =>
      console.log(`${describeTest(test)} ${describeWait(running)}`);
    running.timer = setTimeout(report, waitLimit);
  }
}

function describeTest({ location, title }: TestCase): string {
  return `${describePlace(location)} "${title}"`;
}

function describeWait({ openSteps, lastStep }: RunningTest): string {
  const openStep = openSteps.at(-1);
  const step = openStep ?? lastStep;
  if (!step) return 'has not begun for a minute';
  const place = step.location ? ` at ${describePlace(step.location)}` : '';
  const preposition = openStep ? 'in' : 'after';
  return `has waited for a minute ${preposition} "${step.title}"${place}`;
}

function describePlace({ file, line }: { file: string; line: number }): string {
  return `${path.relative('.', file)}:${line}`;
}
