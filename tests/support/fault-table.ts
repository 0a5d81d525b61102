import type {
  Reporter,
  TestCase,
  TestResult,
} from 'playwright/types/testReporter';

const faults = Array.from({ length: 57 }, (_, index) => `F${index + 1}`);

/** Prints fault x engine in the end, and which faults nobody has tried. */
class FaultTable implements Reporter {
  /** By the scenario's title and the engine. */
  readonly #verdicts = new Map<string, Map<string, string>>();
  readonly #reasons = new Map<string, string[]>();
  readonly #engines = new Set<string>();

  onTestEnd(test: TestCase, { status }: TestResult): void {
    const { title } = test;
    const project = test.parent.project()?.name ?? '';
    const engine = /^faults-(.*)/.exec(project)?.[1];
    if (engine === undefined) return;
    this.#engines.add(engine);
    const verdict = { passed: 'pass', skipped: 'n.a.' }[status as 'passed'];
    const row = this.#verdicts.get(title) ?? new Map();
    this.#verdicts.set(title, row.set(engine, verdict ?? 'FAIL'));
    for (const { type, description } of test.annotations) {
      if (type !== 'skip' || !description) continue;
      const where = this.#reasons.get(description) ?? [];
      this.#reasons.set(description, [...where, `${idOf(title)} ${engine}`]);
    }
  }

  /** In CI, where all of it runs, a fault that nobody has tried is a failure. */
  async onEnd(): Promise<{ status: 'failed' } | undefined> {
    const engines = [...this.#engines];
    if (engines.length === 0) return undefined;
    const order = ([title]: [string, unknown]) => Number(idOf(title).slice(1));
    const rows = [...this.#verdicts].sort((a, b) => order(a) - order(b));
    const width = Math.max(...rows.map(([title]) => title.length)) + 2;
    const print = (title: string, cells: readonly string[]) =>
      console.log(title.padEnd(width), ...cells.map((cell) => cell.padEnd(9)));
    console.log();
    print('Fault', engines);
    for (const [title, row] of rows) {
      const cells = engines.map((engine) => row.get(engine) ?? '-');
      print(title, cells);
    }
    for (const [reason, where] of this.#reasons) {
      console.log(`n.a. ${where.join(', ')}: ${reason}`);
    }
    const tried = new Set(rows.map(([title]) => idOf(title)));
    const gaps = faults.filter((fault) => !tried.has(fault));
    console.log(gaps.length > 0 ? `Gaps: ${gaps.join(', ')}` : 'No gaps.');
    const isIncomplete = process.env.CI === 'true' && gaps.length > 0;
    return isIncomplete ? { status: 'failed' } : undefined;
  }
}

// Playwright finds a reporter by its default export.
export { FaultTable as default };

function idOf(title: string): string {
  return title.split(' ')[0] ?? '';
}
