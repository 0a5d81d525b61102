import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Finds constants and defaults such as `const maxAge = 7 * day;` and `maxDelay = 60_000,`. */
const constantPattern =
  /^ *(?:export )?(?:const )?(delay\w+|\w+(?:Age|After|Delay|Drift|Duration|Interval|Pause|Timeout|Wait|Ms)) = ((?:[\d_]+|hour|day)(?: \* (?:[\d_]+|hour|day))*)[;,]$/gm;

/** Finds rows such as "| the longest delay | 5 minutes | `maxDelay` | `async/backoff.ts` |". */
const rowPattern = /^\| .* \| ([^`|\n]*) \| `(\w+)` \| `(\S+)` \|$/gm;

/** Finds rows such as "| "or # of use pass" | `SECURITY.md` | `maxAge` | `sw/sw.ts` |". */
const sentencePattern = /^\| "(.*#.*)" \| `(\S+)` \| `(\w+)` \| `(\S+)` \|$/gm;

const numberWords =
  'zero one two three four five six seven eight nine ten'.split(' ');
const timePattern = new RegExp(
  `\\b(an?|\\d+|${numberWords.join('|')})[ -](second|minute|hour|day|week|month|year)s?\\b`,
  'g',
);

const document = readFileSync('docs/time-limits.md', 'utf8');

const limits = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    Array.from(
      readFileSync(`src/${file}`, 'utf8').matchAll(constantPattern),
      ([, name = '', product = '']) => ({ file, name, product }),
    ),
  );

test('docs/time-limits.md lists the time limits of all files in src', () => {
  const rows = Array.from(
    document.matchAll(rowPattern),
    ([, time, name, file]) => `${file} ${name} ${time}`,
  );
  const expectedRows = limits.map(
    ({ file, name, product }) =>
      `${file} ${name} ${format(calculate(product))}`,
  );

  expect(limits.length).toBeGreaterThan(40);
  expect(rows.sort()).toEqual(expectedRows.sort());
});

const sentences = Array.from(
  document.matchAll(sentencePattern),
  ([, text = '', place = '', name = '', file = '']) => {
    const [, product = ''] =
      new RegExp(`const ${name} = ([^;]*);`).exec(readText(`src/${file}`)) ??
      [];
    const isTime =
      name === 'day' ||
      limits.some((limit) => limit.file === file && limit.name === name);
    const value = calculate(product);
    const numbers = isTime ? spellTime(value) : spellCount(value);
    const spellings = numbers.map((number) => text.replace('#', number));
    return { text, place, constant: `${name} in ${file}`, spellings };
  },
);

test.each(sentences)(
  '$text in $place states the number of $constant',
  ({ place, spellings }) => {
    const text = readText(place);
    const spelling = spellings.find((one) => text.includes(one));
    expect(spelling, `expected one of: ${spellings.join(' / ')}`).toBeDefined();
  },
);

/** The files whose times all need a constant. */
const readPlaces = [
  'SECURITY.md',
  ...['content', 'form-definitions'].flatMap((folder) =>
    readdirSync(`src/${folder}`).map((file) => `src/${folder}/${file}`),
  ),
];

test('every time that visitors read, and those of SECURITY.md, have a constant', () => {
  const times = readPlaces.flatMap((place) => {
    const spellings = sentences
      .filter((sentence) => sentence.place === place)
      .flatMap((sentence) => sentence.spellings);
    const rest = spellings.reduce(
      (text, spelling) => text.replaceAll(spelling, ''),
      readText(place),
    );
    const foundTimes = rest.match(timePattern) ?? [];
    return foundTimes.map((time) => `${place}: ${time}`);
  });
  const advice = 'needs a row in "Sentences about limits" of time-limits.md';
  expect(times, advice).toEqual([]);
});

/** Returns the text of a file as one line. */
function readText(file: string): string {
  return readFileSync(file, 'utf8').replace(/\s+/g, ' ');
}

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

/** Returns all ways to write a time in a sentence, such as "7 days" and "seven days". */
function spellTime(milliseconds: number): string[] {
  const [count = '', unit = ''] = format(milliseconds).split(' ');
  const name = unit === 's' ? 'second' : unit.replace(/s$/, '');
  if (count === '1')
    return [`a ${name}`, `an ${name}`, `1 ${name}`, `one ${name}`];
  return spellCount(Number(count)).map((number) => `${number} ${name}s`);
}

function spellCount(count: number): string[] {
  return [String(count), numberWords[count] ?? []].flat();
}
