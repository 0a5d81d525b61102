import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Finds constants and defaults such as `const maxAge = 7 * day;` and `maxDelay = 60_000,`. */
const constantPattern =
  /^ *(?:export )?(?:const )?(delay\w+|\w+(?:Age|After|Delay|Drift|Duration|Interval|Pause|Timeout|Wait|Ms)) = ((?:[\d_]+|hour|day)(?: \* (?:[\d_]+|hour|day))*)[;,]$/gm;

/** Finds rows such as "| the longest delay | 5 minutes | `maxDelay` | `async/a.ts` |". */
const rowPattern = /^\| .* \| (.*) \| `(\w+)` \| `(\S+)` \|$/gm;

test('docs/time-limits.md lists the time limits of all files in src', () => {
  const document = readFileSync('docs/time-limits.md', 'utf8');
  const rows = Array.from(
    document.matchAll(rowPattern),
    ([, time, name, file]) => `${file} ${name} ${time}`,
  );

  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const limits = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      Array.from(
        readFileSync(`src/${file}`, 'utf8').matchAll(constantPattern),
        ([, name, product = '']) =>
          `${file} ${name} ${format(calculate(product))}`,
      ),
    );

  expect(limits.length).toBeGreaterThan(40);
  expect(rows.sort()).toEqual(limits.sort());
});

/** Returns the milliseconds of a product such as "7 * day" or "60 * 1000". */
function calculate(product: string): number {
  const units: Readonly<Record<string, number>> = { hour, day };
  return product
    .split(' * ')
    .map((factor) => units[factor] ?? Number(factor.replaceAll('_', '')))
    .reduce((milliseconds, factor) => milliseconds * factor);
}

/** Returns the time in the largest unit of which it is a multiple. */
function format(milliseconds: number): string {
  const units = [
    { name: 'day', plural: 'days', length: day },
    { name: 'hour', plural: 'hours', length: hour },
    { name: 'minute', plural: 'minutes', length: minute },
    { name: 's', plural: 's', length: second },
  ];
  const unit = units.find(({ length }) => milliseconds % length === 0);
  if (!unit) return `${milliseconds} ms`;

  const count = milliseconds / unit.length;
  return `${count} ${count === 1 ? unit.name : unit.plural}`;
}
