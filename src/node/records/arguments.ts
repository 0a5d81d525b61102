import { parseArgs } from 'node:util';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';

const options = {
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  unique: { type: 'boolean' },
  new: { type: 'boolean' },
  yes: { type: 'boolean' },
  since: { type: 'string' },
  out: { type: 'string' },
  'older-than': { type: 'string' },
} as const;
type Option = keyof typeof options;
type Switch = Exclude<Option, keyof typeof examples>;

/** What each command takes; the first one has no name. */
const commands = {
  show: ['csv', 'json', 'unique', 'new', 'since', 'out'],
  erase: ['yes'],
  purge: ['older-than', 'yes'],
  review: ['since'],
  report: ['since', 'out'],
} satisfies Record<string, Option[]>;
type Command = keyof typeof commands;

const examples = {
  since: 'a date, as in: --since 2026-11-01',
  out: 'the file to write, as in: --out waitlist.csv',
  'older-than': 'an age, as in: --older-than 24mo',
};

export type Arguments = ReturnType<typeof readArguments>;

/** Takes the command's words; `now` is when an age counts from. */
export function readArguments(args: string[], now: number) {
  const { values, positionals } = parseArgs({
    args,
    options,
    allowPositionals: true,
    strict: false,
  });
  const command = commandOf(positionals[0]);
  const words = positionals.slice(command === 'show' ? 0 : 1);
  const known: readonly string[] = commands[command];
  const strange = Object.keys(values).find((name) => !known.includes(name));
  const address = command === 'erase' ? readAddress(words) : '';
  if (!address) checkNames(words, strange && `--${strange}`);
  else if (strange) {
    throw new UserError(`erase knows no --${strange}, only --yes.`);
  }
  if (command === 'report' && words[0]) {
    throw new UserError(`report shows all five; leave "${words[0]}" out.`);
  }
  const text = (name: keyof typeof examples) => {
    const value = values[name];
    if (value === undefined || (typeof value === 'string' && value)) {
      return value;
    }
    throw new UserError(`Name ${examples[name]}`);
  };
  /** `--yes=no` reads like a no, and would be a yes. */
  const isGiven = (name: Switch) => {
    const value = values[name];
    if (typeof value !== 'string') return value === true;
    throw new UserError(
      `--${name} takes no value; write it alone or leave it out.`,
    );
  };
  const [csv, json] = [isGiven('csv'), isGiven('json')];
  if (csv && json) {
    throw new UserError('A table is --csv or --json; leave one of them out.');
  }
  const [since, out, age] = [text('since'), text('out'), text('older-than')];
  if (command === 'purge' && !age) {
    throw new UserError(`Name ${examples['older-than']}`);
  }
  return {
    command,
    collection: address ? undefined : words[0],
    address,
    format: json ? 'json' : csv || out !== undefined ? 'csv' : undefined,
    isUnique: isGiven('unique'),
    isNew: isGiven('new'),
    isConfirmed: isGiven('yes'),
    out,
    since: since && readTime(since),
    age,
    before: age && readAge(age, now),
  } as const;
}

function commandOf(word = ''): Command {
  const known = Object.keys(commands) as Command[];
  return known.find((name) => name === word && name !== 'show') ?? 'show';
}

function checkNames(words: readonly string[], strange?: string): void {
  const names = [...words, ...(strange ? [strange] : [])];
  const wrong = names.find((name) => !collections.has(name));
  if (wrong === undefined && names.length < 2) return;
  throw new UserError(
    `There is no "${wrong ?? names.join(' ')}" to show; name one of ${[...collections.keys()].join(', ')}, or none for all; or a command: erase, purge, review or report.`,
  );
}

function readAddress(words: readonly string[]): string {
  const [address = ''] = words;
  if (words.length === 1 && /^\S+@\S+$/.test(address)) return address;
  throw new UserError(
    'Name one address, whole, as in: npm run records -- erase ada@x.org',
  );
}

const fullTime =
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i;

/** Takes a day, which begins at midnight UTC, or a time as RFC 3339 has it. */
function readTime(text: string): string {
  const day = text.slice(0, 10);
  const time = new Date(text);
  // A 30th of February would become a day in March.
  const isDay = Number.isFinite(Date.parse(day));
  if (
    fullTime.test(text) &&
    isDay &&
    new Date(day).toISOString().startsWith(day) &&
    Number.isFinite(time.getTime())
  ) {
    return time.toISOString();
  }
  throw new UserError(
    `"${text}" is no date; write it as 2026-11-01, or with a time as 2026-11-01T09:00:00Z.`,
  );
}

/** Gives the time that lies so long back. */
function readAge(text: string, now: number): string {
  const [, count, unit] = /^([1-9]\d{0,3})(d|w|mo|y)$/.exec(text) ?? [];
  if (!count || !unit) {
    throw new UserError(
      `"${text}" is no age; write it in days, weeks, months or years, as 90d, 12w, 24mo or 2y.`,
    );
  }
  const time = new Date(now);
  const much = Number(count);
  const day = time.getUTCDate();
  if (unit === 'd') time.setUTCDate(day - much);
  if (unit === 'w') time.setUTCDate(day - much * 7);
  if (unit === 'mo') time.setUTCMonth(time.getUTCMonth() - much);
  if (unit === 'y') time.setUTCFullYear(time.getUTCFullYear() - much);
  // A month before the 31st of March is the end of February, not March.
  const isInMonths = unit === 'mo' || unit === 'y';
  if (isInMonths && time.getUTCDate() !== day) time.setUTCDate(0);
  return time.toISOString();
}
