import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter as PlaywrightReporter } from 'playwright/types/testReporter';
import type { Reporter as VitestReporter } from 'vitest/reporters';

/**
 * Both runners' reporter: a line for each test into the file that TALLY names,
 * for `npm test` to count.
 */
function createTally(): VitestReporter & PlaywrightReporter {
  return {
    onTestCaseResult: (test) => {
      const { state, errors = [] } = test.result();
      const name = `${test.module.relativeModuleId} › ${test.fullName}`;
      note(state, name, errors[0]?.message);
    },
    // A file that does not load has no tests.
    onTestModuleEnd: (file) => {
      for (const { message } of file.errors())
        note('failed', file.relativeModuleId, message);
    },
    onTestEnd: (test, { status, error }) => {
      const isKnown = status === 'passed' || status === 'skipped';
      const name = test.titlePath().filter(Boolean).join(' › ');
      note(isKnown ? status : 'failed', name, error?.message);
    },
    onError: ({ message }) => note('failed', 'Playwright', message),
  };
}

// Both find a reporter by its default export.
export { createTally as default };

function note(status: string, name: string, message = ''): void {
  const { TALLY } = process.env;
  const [reason] = stripVTControlCharacters(message).split('\n', 1);
  const line = `${status} ${name} ${reason}`.trimEnd().replaceAll('\n', ' ');
  if (TALLY) appendFileSync(TALLY, `${line}\n`);
}
