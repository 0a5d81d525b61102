import type {
  Reporter,
  TestCase,
  TestResult,
} from 'playwright/types/testReporter';

type Verdict = 'pass' | 'FAIL' | 'n.a.';

const faults = Array.from({ length: 57 }, (_, index) => `F${index + 1}`);

/** Prints fault x engine in the end, and which faults nobody has tried. */
class FaultTable implements Reporter {
  readonly #verdicts = new Map<string, Map<string, Verdict>>();
  readonly #reasons = new Map<string, Set<string>>();
  readonly #projects = new Set<string>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const project = test.parent.project()?.name ?? '';
    const engine = /^faults-(.*)/.exec(project)?.[1];
    if (engine === undefined) return;
    this.#projects.add(engine);
    const verdicts = this.#verdicts.get(test.title) ?? new Map();
    this.#verdicts.set(test.title, verdicts.set(engine, verdictOf(result)));
    for (const { type, description } of test.annotations) {
      if (type === 'skip' && description) this.#note(test, engine, description);
    }
  }

  /** In CI, where all of it runs, a fault that nobody has tried is a failure. */
  async onEnd(): Promise<{ status: 'failed' } | undefined> {
    const engines = [...this.#projects];
    if (engines.length === 0) return undefined;
    const rows = [...this.#verdicts].sort(([a], [b]) => order(a) - order(b));
    const width = Math.max(...rows.map(([title]) => title.length)) + 2;
    const line = (title: string, cells: readonly string[]) =>
      title.padEnd(width) + cells.map((cell) => cell.padEnd(10)).join('');
    console.log(`\n${line('Fault', engines)}`);
    for (const [title, verdicts] of rows) {
      console.log(
        line(
          title,
          engines.map((e) => verdicts.get(e) ?? '-'),
        ),
      );
    }
    for (const [reason, where] of this.#reasons) {
      console.log(`n.a. ${[...where].join(', ')}: ${reason}`);
    }
    const tried = new Set(rows.map(([title]) => title.split(' ')[0]));
    const gaps = faults.filter((fault) => !tried.has(fault));
    console.log(gaps.length > 0 ? `Gaps: ${gaps.join(', ')}` : 'No gaps.');
    const isIncomplete = process.env.CI === 'true' && gaps.length > 0;
    return isIncomplete ? { status: 'failed' } : undefined;
  }

  #note(test: TestCase, engine: string, reason: string): void {
    const where = this.#reasons.get(reason) ?? new Set();
    this.#reasons.set(
      reason,
      where.add(`${test.title.split(' ')[0]} ${engine}`),
    );
  }
}

// Playwright finds a reporter by its default export.
export { FaultTable as default };

function verdictOf({ status }: TestResult): Verdict {
  if (status === 'skipped') return 'n.a.';
  return status === 'passed' ? 'pass' : 'FAIL';
}

function order(title: string): number {
  return Number(/^F(\d+)/.exec(title)?.[1]);
}
