import { parseArgs } from 'node:util';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { tools } from './table.ts';

const options = {
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  for: { type: 'string' },
  unique: { type: 'boolean' },
  new: { type: 'boolean' },
  counts: { type: 'boolean' },
  since: { type: 'string' },
  out: { type: 'string' },
  ids: { type: 'boolean' },
  'older-than': { type: 'string' },
  'no-copy': { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

const known = [...collections.keys()];
/** The word that a command takes, and how it is asked for. */
const collection = {
  pattern: new RegExp(`^(${known.join('|')})?$`),
  todo: `one of ${known.join(', ')}, or none for all, or a command first`,
};
const whole = 'one address, whole, as in: erase ada@x.org';
const address = { pattern: /^\S+@\S+$/, todo: whole };
const file = { pattern: /./, todo: 'one file, as in: erase --ids FILE' };
const none = { pattern: /^$/, todo: 'nothing, since a report is of all' };

const listing = ['csv', 'json', 'for', 'unique', 'new', 'counts'];
const change = ['yes', 'no-copy', 'out'];
const commands: Record<Command, { word: typeof file; takes: string[] }> = {
  show: { word: collection, takes: [...listing, 'since', 'out'] },
  erase: { word: address, takes: ['ids', ...change] },
  purge: { word: collection, takes: ['older-than', ...change] },
  restore: { word: file, takes: ['yes'] },
  review: { word: collection, takes: ['since', 'ids'] },
  report: { word: none, takes: ['since', 'out'] },
};
type Command = 'show' | 'erase' | 'purge' | 'restore' | 'review' | 'report';

export interface Arguments extends ReturnType<typeof readArguments> {}

/** Takes the command's words; `now` is when an age counts from. */
export function readArguments(args: readonly string[], now: number) {
  const isNamed = Object.hasOwn(commands, args[0] ?? '');
  const command = (isNamed ? args[0] : 'show') as Command;
  const { values, positionals } = parse(args.slice(isNamed ? 1 : 0));
  const { for: tool, since, out, 'older-than': age } = values;
  const { takes, word: own } = commands[command];
  const strange = Object.keys(values).find((name) => !takes.includes(name));
  if (strange) throw refusal(`--${strange} is no option of ${command}`);
  const [word = '', ...more] = positionals;
  const wanted = command === 'erase' && values.ids ? file : own;
  if (more.length > 0 || !wanted.pattern.test(word)) {
    const words = positionals.join(' ');
    const start = words ? `Instead of "${words}" name` : 'Name';
    throw refusal(`${start} ${wanted.todo}`);
  }
  if (tool !== undefined && !Object.hasOwn(tools, tool)) {
    throw refusal('Name listmonk or mailchimp, as in: --for listmonk');
  }
  // Numbers alone show no record, so that none of them counts as seen.
  const others = values.counts ? ['new', 'out'] : [];
  const ways = ['csv', 'json', 'for', 'counts', ...others];
  const given = ways.filter((name) => Object.hasOwn(values, name));
  if (given.length > 1) throw refusal(`Leave --${given.join(' or --')} out`);
  if (command === 'purge' && age === undefined) {
    throw refusal('Name an age, as in: --older-than 24mo');
  }
  const isTable = values.csv || tool || out !== undefined;
  const format = isTable ? ('csv' as const) : undefined;
  return {
    ...values,
    args,
    command,
    /** An address, a file, or the one collection. */
    word,
    /** The collections it is about. */
    names: word && wanted === collection ? [word] : known,
    format: values.json ? ('json' as const) : format,
    tool,
    unique: values.unique || tool !== undefined,
    since: since === undefined ? since : readTime(since, now),
    before: age === undefined ? '' : readTime(age, now),
  };
}

function refusal(what: string): UserError {
  return new UserError(`${what}; npm run records -- --help tells more.`);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Its first sentence; what follows is how to write a strange file's name.
    throw refusal(/^[^.\n]*/.exec((error as Error).message)?.[0] ?? '');
  }
}

const fullTime = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/;

/** Takes a day, which begins at midnight UTC, a time, or an age. */
function readTime(text: string, now: number): string {
  const [, day] = fullTime.exec(text) ?? [];
  const time = (day ? new Date(text) : timeAgo(text, now))?.toJSON();
  // A 30th of February would become a day in March.
  if (time?.startsWith(day ?? '')) return time;
  throw new UserError(
    `"${text}" is no date or age; write it as 2026-11-01, 2026-11-01T09:00:00Z, 90d, 12w, 24mo or 2y.`,
  );
}

function timeAgo(age: string, now: number): Date | undefined {
  const [, count, unit] = /^([1-9]\d{0,2})(d|w|mo|y)$/.exec(age) ?? [];
  if (!count || !unit) return undefined;
  const time = new Date(now);
  const day = time.getUTCDate();
  const months = { mo: 1, y: 12 }[unit] ?? 0;
  const days = { d: 1, w: 7 }[unit] ?? 0;
  time.setUTCMonth(time.getUTCMonth() - months * Number(count));
  // A month before the 31st of March is the end of February, not March.
  if (time.getUTCDate() !== day) time.setUTCDate(0);
  time.setUTCDate(time.getUTCDate() - days * Number(count));
  return time;
}
