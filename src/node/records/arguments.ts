import { parseArgs } from 'node:util';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { isTool, type Tool } from './mail-tools.ts';

const options = {
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  unique: { type: 'boolean' },
  new: { type: 'boolean' },
  counts: { type: 'boolean' },
  ids: { type: 'boolean' },
  yes: { type: 'boolean' },
  'no-copy': { type: 'boolean' },
  for: { type: 'string' },
  since: { type: 'string' },
  out: { type: 'string' },
  'older-than': { type: 'string' },
} as const;
type Option = keyof typeof options;
type Switch = Exclude<Option, keyof typeof examples>;

/** What each command takes; the first one has no name. */
const commands = {
  show: ['csv', 'json', 'for', 'unique', 'new', 'counts', 'since', 'out'],
  erase: ['ids', 'yes', 'no-copy', 'out'],
  purge: ['older-than', 'yes', 'no-copy', 'out'],
  restore: ['yes'],
  review: ['since', 'ids'],
  report: ['since', 'out'],
} satisfies Record<string, Option[]>;
type Command = keyof typeof commands;

const examples = {
  for: 'the mail tool, listmonk or mailchimp, as in: --for listmonk',
  since: 'a date or an age, as in: --since 2026-11-01',
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
  const isListed = command === 'erase' && values.ids === true;
  const isFile = command === 'restore' || isListed;
  const file = isFile
    ? readFile(words, `${command}${isListed ? ' --ids' : ''}`)
    : '';
  const address = command === 'erase' && !isListed ? readAddress(words) : '';
  if (!address && !file) checkNames(words, strange && `--${strange}`);
  else if (strange !== undefined) {
    throw new UserError(
      `${command} knows no --${strange}, only --${known.join(', --')}.`,
    );
  }
  if (command === 'report' && words[0]) {
    throw new UserError(`report shows all five; leave "${words[0]}" out.`);
  }
  const text = (name: keyof typeof examples) => {
    const value = values[name];
    if (value === undefined) return value;
    // `--out --csv` takes the second for the file's name.
    if (typeof value === 'string' && /^[^-]/.test(value)) return value;
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
  const tool = readTool(text('for'));
  const [csv, json] = [isGiven('csv'), isGiven('json')];
  if ((csv || tool) && json) {
    throw new UserError('A table is --csv or --json; leave one of them out.');
  }
  const [isNew, isCounted] = [isGiven('new'), isGiven('counts')];
  if (isCounted && (isNew || csv || json || tool)) {
    throw new UserError(
      '--counts shows no records, so that none of them counts as seen; write it alone, or with --since.',
    );
  }
  const [since, out, age] = [text('since'), text('out'), text('older-than')];
  if (command === 'purge' && !age) {
    throw new UserError(`Name ${examples['older-than']}`);
  }
  const isCsv = csv || tool !== undefined || out !== undefined;
  return {
    command,
    collection: address ? undefined : words[0],
    address,
    /** The one to read. */
    file,
    format: json ? 'json' : isCsv ? 'csv' : undefined,
    tool,
    isUnique: isGiven('unique') || tool !== undefined,
    isNew,
    isCounted,
    isIds: isGiven('ids'),
    isConfirmed: isGiven('yes'),
    isCopied: !isGiven('no-copy'),
    out,
    since: since && (isAge(since) ? readAge(since, now) : readTime(since)),
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
    `There is no "${wrong ?? names.join(' ')}" to show; name one of ${[...collections.keys()].join(', ')}, or none for all; or a command: erase, purge, restore, review or report. --help tells more.`,
  );
}

function readAddress([address = '', ...more]: readonly string[]): string {
  if (more.length === 0 && /^\S+@\S+$/.test(address)) return address;
  throw new UserError(
    'Name one address, whole, as in: npm run records -- erase ada@x.org',
  );
}

function readFile([file = '', ...more]: readonly string[], command: string) {
  if (file && more.length === 0) return file;
  throw new UserError(
    `Name one file, as in: npm run records -- ${command} FILE`,
  );
}

function readTool(name: string | undefined): Tool | undefined {
  if (name === undefined || isTool(name)) return name;
  throw new UserError(`Name ${examples.for}`);
}

const fullTime =
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i;

/** Takes a day, which begins at midnight UTC, or a time as RFC 3339 has it. */
function readTime(text: string): string {
  const [time, day] = [text, text.slice(0, 10)].map((t) => new Date(t));
  const isTime = fullTime.test(text) && Number.isFinite(Number(time));
  // A 30th of February would become a day in March.
  if (time && isTime && day?.toISOString().startsWith(text.slice(0, 10))) {
    return time.toISOString();
  }
  throw new UserError(
    `"${text}" is no date; write it as 2026-11-01, or with a time as 2026-11-01T09:00:00Z.`,
  );
}

const age = /^([1-9]\d{0,3})(d|w|mo|y)$/;
const isAge = (text: string) => age.test(text);

/** Returns the time that lies so long back. */
function readAge(text: string, now: number): string {
  const [, count, unit] = age.exec(text) ?? [];
  if (!count || !unit) {
    throw new UserError(
      `"${text}" is no age; write it in days, weeks, months or years, as 90d, 12w, 24mo or 2y.`,
    );
  }
  const time = new Date(now);
  const day = time.getUTCDate();
  const months = { d: 0, w: 0, mo: 1, y: 12 }[unit] ?? 0;
  if (months > 0) {
    time.setUTCMonth(time.getUTCMonth() - months * Number(count));
    // A month before the 31st of March is the end of February, not March.
    if (time.getUTCDate() !== day) time.setUTCDate(0);
  } else time.setUTCDate(day - Number(count) * (unit === 'w' ? 7 : 1));
  if (time.getUTCFullYear() >= 1970) return time.toISOString();
  throw new UserError(`"${text}" is no age; nothing is older than 1970.`);
}
