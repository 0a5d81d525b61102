import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parseSync } from 'vite';
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

/** Finds rows such as "| "or a week passes" | `SECURITY.md` | `7 * day` | `sw/sw.ts` |". */
const sentencePattern =
  /^\| "(.*)" \| `(\S+)` \| `((?:\d+ \* )?(\w+))` \| `(\S+)` \|$/gm;

/** Finds rows such as "| "within two days" | `SECURITY.md` | the owner |". */
const promisePattern = /^\| "(.*)" \| `(\S+)` \| ([^|\n]+) \|$/gm;

/** Finds rows such as "| `maxWait` | `outbox/locks.ts` | `2 * minWait` | `sw/sw.ts` | why |". */
const relationPattern =
  /^\| `(\w+)` \| `(\S+)` \| `((?:\d+ \* )?(\w+))` \| `(\S+)` \| (.*) \|$/gm;

const numberWords =
  'zero one two three four five six seven eight nine ten eleven twelve'.split(
    ' ',
  );
/** Also finds times such as "two working days", "24 h" and "some weeks". */
const timePattern = new RegExp(
  `\\b(an?|\\d+|${numberWords.join('|')}|\\w+teen|\\w+ty|half an?|some|several|few)[ -]([a-z]+ )?(second|minute|hour|day|week|month|year)s?\\b|\\b\\d+ ?h\\b`,
  'gi',
);

const document = readFileSync('docs/time-limits.md', 'utf8');

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file),
);

const limits = files.flatMap((file) =>
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

/** The units of other constants, and numbers of bytes. */
const otherProductPattern = /^(day|hour)$|Size$/;

test('every constant that is a product, and every delay, is in docs/time-limits.md', () => {
  const unlisted = files.flatMap((file) => {
    const names = limits.flatMap((limit) =>
      limit.file === file ? limit.name : [],
    );
    const text = readFileSync(`src/${file}`, 'utf8');
    const constants = [...text.matchAll(/const (\w+) =\s+([\d_]+.*);/g)];
    const products = constants.flatMap(([, name = '', value]) =>
      value?.includes('*') && !otherProductPattern.test(name) ? name : [],
    );
    const delays = listDelays(file, text).filter((delay) => {
      const isConstant = constants.some(([, name]) => name === delay);
      return isConstant || /^[1-9][\d_]*( \* [\d_]+)*$/.test(delay);
    });
    return [...products, ...delays]
      .filter((name) => !names.includes(name))
      .map((name) => `${file}: ${name}`);
  });
  const advice =
    'needs a constant with a name that ends as the others, such as Delay or Timeout, and a value of numbers, hour and day';
  expect(unlisted, advice).toEqual([]);
});

/** The functions that wait, or that end a wait. */
const timers = 'setTimeout setInterval wait sleep withTimeout timeout'.split(
  ' ',
);

/** Returns the arguments of each call that waits. */
function listDelays(file: string, text: string): string[] {
  const delays: string[] = [];
  JSON.stringify(parseSync(file, text).program, (_, node) => {
    if (node?.type !== 'CallExpression') return node;
    const { name = node.callee.property?.name } = node.callee;
    if (timers.includes(name))
      for (const { start, end } of node.arguments)
        delays.push(text.slice(start, end));
    return node;
  });
  return delays;
}

const relations = Array.from(document.matchAll(relationPattern), (match) => {
  const [, name = '', file = '', product = '', ...rest] = match;
  const [other = '', otherFile = '', otherwise = ''] = rest;
  return { name, file, product, other, otherFile, otherwise };
});

test.each(relations)(
  '$name of $file is at least $product of $otherFile, or $otherwise',
  ({ name, file, product, other, otherFile }) => {
    const otherConstant = findConstant(otherFile, other);
    const least = calculate(product.replace(other, otherConstant.product));
    const value = calculate(findConstant(file, name).product);
    expect(value).toBeGreaterThanOrEqual(least);
  },
);

test('time-limits.md has the limits that depend on another', () => {
  expect(relations.length).toBeGreaterThan(5);
});

const sentences = Array.from(
  document.matchAll(sentencePattern),
  ([, text = '', place = '', product = '', name = '', file = '']) => ({
    text,
    place,
    product,
    name,
    file,
  }),
);

test.each(sentences)(
  '$text is in $place, and states $product of $file',
  ({ text, place, product, name, file }) => {
    const isInPlace = readText(place).includes(text);
    expect(isInPlace, `${place} does not have "${text}"`).toBe(true);
    const isInCode = readText(`src/${file}`).includes(product);
    expect(isInCode, `${file} does not have "${product}"`).toBe(true);

    const constant = findConstant(file, name);
    const value = calculate(product.replace(name, constant.product));
    const isTime =
      name === 'day' || limits.some((limit) => isSame(limit, constant));
    const numbers = isTime ? spellTime(value) : spellCount(value);
    const rest = text.replace(
      new RegExp(`(?<!\\S)(${numbers.join('|')})\\b`),
      '',
    );
    expect(rest, `expected one of: ${numbers.join(' / ')}`).not.toBe(text);
    // Another time in the same row would not be compared with a constant.
    expect(rest).not.toMatch(timePattern);
  },
);

/** The sentences whose times no program keeps. */
const promises = Array.from(
  document.matchAll(promisePattern),
  ([, text = '', place = '']) => ({ text, place }),
);

test('each promise of the owner is in its file', () => {
  const missing = promises.filter(
    ({ text, place }) => !readText(place).includes(text),
  );
  expect(missing).toEqual([]);
});

/** The files whose times all need a constant, or somebody who keeps them. */
const readPlaces = [
  'SECURITY.md',
  'src/outbox/README.md',
  ...['content', 'form-definitions'].flatMap((folder) =>
    readdirSync(`src/${folder}`).map((file) => `src/${folder}/${file}`),
  ),
];

test('every time in a text for visitors, in SECURITY.md and in the README of the outbox has a constant', () => {
  const times = readPlaces.flatMap((place) => {
    const rest = [...sentences, ...promises]
      .filter((sentence) => sentence.place === place)
      .reduce((text, row) => text.replaceAll(row.text, ''), readText(place));
    const foundTimes = rest.match(timePattern) ?? [];
    return foundTimes.map((time) => `${place}: ${time}`);
  });
  const advice =
    'needs a row in "Sentences about limits" of time-limits.md, or in "Promises of the owner" if no program keeps the time';
  expect(times, advice).toEqual([]);
});

interface Constant {
  file: string;
  name: string;
  product: string;
}

/** Finds a constant in a file, or in the file from which that file imports the constant. */
function findConstant(file: string, name: string): Constant {
  const text = readText(`src/${file}`);
  const [, product] = new RegExp(`const ${name} = ([^;]*);`).exec(text) ?? [];
  if (product) return { file, name, product };

  const importPattern = new RegExp(
    `import {[^}]* ${name},? [^}]*} from '(.*?)'`,
  );
  const [, source = ''] = importPattern.exec(text) ?? [];
  return findConstant(path.join(path.dirname(file), source), name);
}

function isSame(one: Constant, other: Constant): boolean {
  return one.file === other.file && one.name === other.name;
}

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
