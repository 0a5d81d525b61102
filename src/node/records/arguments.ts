import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { tools } from './show.ts';

type Listing = 'csv' | 'json' | 'unique' | 'new' | 'counts' | 'ids' | 'bursts';
type Flags = Partial<Record<Listing | 'no-copy' | 'yes', boolean>>;
type Texts = Partial<Record<'for' | 'since' | 'out' | 'older-than', string>>;
type Command = 'show' | 'erase' | 'purge' | 'restore' | 'review' | 'report';

const known = [...collections.keys()];
const toolNames = Object.keys(tools).join(' or ');

/** What --help prints, and which options there are. */
export const help = readFileSync(new URL('help.txt', import.meta.url), 'utf8')
  .replace('COLLECTIONS', known.join(', '))
  .replace('TOOLS', toolNames);

/** From the help, the words of each command: its argument and its options. */
const commands = new Map(
  [...help.matchAll(/^ {2}(\w+) (.*--(?:out|yes).*)$/gm)].map(
    ([, command = '', usage = '']) => [command, usage.split(' ')] as const,
  ),
);

/** What each argument may be, and its description. */
const patterns: Record<string, [RegExp, string]> = {
  '[COLLECTION]': [
    new RegExp(`^(${known.join('|')})?$`),
    `one of ${known.join(', ')}, or none for all, or a command first`,
  ],
  ADDRESS: [/^\S+@\S+$/, 'one address, whole, as in: erase ada@x.org'],
  FILE: [/./, 'one file, as in: erase --ids FILE'],
};

export interface Arguments extends ReturnType<typeof readArguments> {}

/** Parses the command line; ages count from `now`. */
export function readArguments(
  args: readonly string[],
  now: number,
  env: Readonly<Record<string, string | undefined>> = {},
) {
  const isNamed = commands.has(args[0] ?? '');
  const command = (isNamed ? args[0] : 'show') as Command;
  const usage = commands.get(command) ?? [];
  const { values, positionals } = parse(args.slice(isNamed ? 1 : 0));
  const { for: tool, since, out, 'older-than': age } = values;
  const given = Object.keys(values);
  const takes = usage.flatMap((part) => /^--(.*)/.exec(part)?.[1] ?? []);
  const isTaken = (name: string) => env[`npm_config_${name.replace('-', '_')}`];
  const taken = takes.filter((name) => isTaken(name) && !given.includes(name));
  if (taken.length > 0) {
    throw new UserError(
      `npm took --${taken.join(' and --')} for itself; write options after "--", which PowerShell wants in quotes: npm run records "--" ... --${taken[0]}`,
    );
  }
  const strange = given.find((name) => !takes.includes(name));
  if (strange) throw refusal(`--${strange} is no option of ${command}`);
  const [word = '', ...more] = positionals;
  const kind = (command === 'erase' && values.ids ? 'FILE' : usage[0]) ?? '';
  const nothing = 'nothing, since a report is of all';
  const [pattern, wanted] = patterns[kind] ?? [/^$/, nothing];
  if (more.length > 0 || !pattern.test(word)) {
    const words = positionals.join(' ');
    throw refusal(`${words ? `Instead of "${words}" name` : 'Name'} ${wanted}`);
  }
  if (tool !== undefined && !Object.hasOwn(tools, tool)) {
    throw refusal(`Name ${toolNames}, as in: --for listmonk`);
  }
  // Numbers show no record, so none of them counts as seen.
  const others = values.counts ? ['new', 'out'] : [];
  const ways = ['csv', 'json', 'for', 'counts', ...others];
  const both = ways.filter((name) => given.includes(name));
  if (both.length > 1) throw refusal(`Leave --${both.join(' or --')} out`);
  if (command === 'purge' && age === undefined) {
    throw refusal('Name an age, as in: --older-than 24mo');
  }
  const isTable = values.csv || tool || out !== undefined;
  return {
    ...values,
    command,
    /** An address, a file, or the one collection. */
    word,
    /** The collections that the command is about. */
    names: word && kind === '[COLLECTION]' ? [word] : known,
    format: values.json ? 'json' : isTable && 'csv',
    unique: values.unique || tool !== undefined,
    since: since === undefined ? since : readTime(since, now),
    before: age === undefined ? '' : readTime(age, now),
  };
}

function refusal(what: string): UserError {
  return new UserError(`${what}; npm run records help tells more.`);
}

function parse(args: string[]) {
  const usages = [...commands.values()].join(' ');
  const all = usages.matchAll(/--([\w-]+)(,[A-Z])?/g);
  const options = [...all].map(([, name, value]) => {
    return [name, { type: value ? 'string' : 'boolean' }] as const;
  });
  try {
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(options),
      allowPositionals: true,
    });
    return { values: values as Flags & Texts, positionals };
  } catch (error) {
    // Its first sentence; the next is how to write a strange file's name.
    throw refusal(/^[^.\n]*/.exec((error as Error).message)?.[0] ?? '');
  }
}

/** Takes a day, which begins at midnight UTC, a time, or an age. */
function readTime(text: string, now: number): string {
  const fullTime = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/;
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
