import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { collections } from '../node/server/firestore/rules.ts';
import { UserError } from '../node/user-error.ts';
import { toolTables } from './record-table.ts';

type Flag = 'csv' | 'json' | 'unique' | 'new' | 'counts' | 'ids' | 'bursts';
type Flags = Partial<Record<Flag | 'no-copy' | 'yes', boolean>>;
type Options = Partial<Record<'for' | 'since' | 'out' | 'older-than', string>>;
type Command = 'show' | 'erase' | 'purge' | 'restore' | 'review' | 'report';

const collectionNames = [...collections.keys()];
const toolsText = Object.keys(toolTables).join(' or ');

/** The text of --help, which also defines the commands and their options. */
export const help = readFileSync(new URL('help.txt', import.meta.url), 'utf8')
  .replace('COLLECTIONS', collectionNames.join(', '))
  .replace('TOOLS', toolsText);

/** The argument and the options of each command, parsed from the help. */
const commands = new Map(
  [...help.matchAll(/^ {2}(\w+) (.*--(?:out|yes).*)$/gm)].map(
    ([, command = '', usage = '']) => [command, usage.split(' ')] as const,
  ),
);

const argumentPatterns: Record<string, [RegExp, string]> = {
  '[COLLECTION]': [
    new RegExp(`^(${collectionNames.join('|')})?$`),
    `one of ${collectionNames.join(', ')} or no argument, after an optional command`,
  ],
  ADDRESS: [/^\S+@\S+$/, 'one complete address, for example: erase ada@x.org'],
  '--since': [/^$/, 'no argument, because a report covers all collections'],
  FILE: [/./, 'the name of one file'],
};

export interface Arguments extends ReturnType<typeof readArguments> {}

/** Parses the command line. Ages are relative to `now`. */
export function readArguments(
  args: readonly string[],
  now: number,
  env: Readonly<Record<string, string | undefined>> = {},
) {
  const hasCommand = commands.has(args[0] ?? '');
  const command = (hasCommand ? args[0] : 'show') as Command;
  const usage = commands.get(command) ?? [];
  const { values, positionals } = parseOptions(args.slice(hasCommand ? 1 : 0));
  const { for: tool, since, out, 'older-than': age } = values;
  const givenOptions = Object.keys(values);
  const allowedOptions = usage.flatMap((p) => /^--(.*)/.exec(p)?.[1] ?? []);
  // If npm parses an option itself, npm stores that option in an npm_config_ variable.
  const isParsedByNpm = (name: string) =>
    env[`npm_config_${name.replace('-', '_')}`] && !givenOptions.includes(name);
  const npmOptions = allowedOptions.filter(isParsedByNpm);
  if (npmOptions.length > 0) {
    throw new UserError(
      `npm used --${npmOptions.join(' and --')} itself; write options after "--", in PowerShell with the quotes: npm run records "--" ... --${npmOptions[0]}`,
    );
  }
  const badOption = givenOptions.find((o) => !allowedOptions.includes(o));
  if (badOption) throw toUsageError(`${command} has no option --${badOption}`);
  const [argument = '', ...extraArguments] = positionals;
  const kind = (command === 'erase' && values.ids ? 'FILE' : usage[0]) ?? '';
  const [pattern = /./, expected] = argumentPatterns[kind] ?? [];
  if (extraArguments.length > 0 || !pattern.test(argument)) {
    const text = positionals.join(' ') || 'nothing';
    throw toUsageError(`Expected ${expected}, but got: ${text}`);
  }
  if (tool !== undefined && !Object.hasOwn(toolTables, tool)) {
    throw toUsageError(`--for needs ${toolsText}, for example: --for listmonk`);
  }
  // --new --counts would list no records, but the next --new would omit those counted.
  const barredOptions = values.counts ? ['new', 'out'] : [];
  const exclusiveOptions = ['csv', 'json', 'for', 'counts', ...barredOptions];
  const clashing = exclusiveOptions.filter((o) => givenOptions.includes(o));
  if (clashing.length > 1) {
    throw toUsageError(`--${clashing.join(' and --')} cannot be combined`);
  }
  if (command === 'purge' && age === undefined) {
    throw toUsageError('purge needs an age, for example: --older-than 24mo');
  }
  const isTable = values.csv || tool || out !== undefined;
  return {
    ...values,
    command,
    argument,
    names: argument && kind === '[COLLECTION]' ? [argument] : collectionNames,
    format: values.json ? 'json' : isTable && 'csv',
    unique: values.unique || tool !== undefined,
    since: since === undefined ? since : readTime(since, now),
    cutoffTime: age === undefined ? '' : readTime(age, now),
  };
}

function toUsageError(problem: string): UserError {
  return new UserError(`${problem}. See npm run records help.`);
}

function parseOptions(args: string[]) {
  const usages = [...commands.values()].join(' ');
  const optionMatches = usages.matchAll(/--([\w-]+)(,[A-Z])?/g);
  const options = [...optionMatches].map(([, name, value]) => {
    return [name, { type: value ? 'string' : 'boolean' }] as const;
  });
  try {
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(options),
      allowPositionals: true,
    });
    return { values: values as Flags & Options, positionals };
  } catch (error) {
    // Only the first sentence of the message applies here.
    throw toUsageError(/^[^.\n]*/.exec((error as Error).message)?.[0] ?? '');
  }
}

/** Parses a time, an age, or a day. A day begins at midnight UTC. */
function readTime(text: string, now: number): string {
  const timePattern = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/;
  const [, day] = timePattern.exec(text) ?? [];
  const time = (day ? new Date(text) : subtractAge(text, now))?.toJSON();
  // Date turns February 30 into a day in March.
  if (time?.startsWith(day ?? '')) return time;
  throw new UserError(
    `"${text}" is not a date or an age; write it as 2026-11-01, 2026-11-01T09:00:00Z, 90d, 12w, 24mo or 2y.`,
  );
}

function subtractAge(age: string, now: number): Date | undefined {
  const [, count, unit] = /^([1-9]\d{0,2})(d|w|mo|y)$/.exec(age) ?? [];
  if (!count || !unit) return undefined;
  const time = new Date(now);
  const day = time.getUTCDate();
  const unitMonths = { mo: 1, y: 12 }[unit] ?? 0;
  const unitDays = { d: 1, w: 7 }[unit] ?? 0;
  time.setUTCMonth(time.getUTCMonth() - unitMonths * Number(count));
  // One month before March 31 is the end of February, not March 3.
  if (time.getUTCDate() !== day) time.setUTCDate(0);
  time.setUTCDate(time.getUTCDate() - unitDays * Number(count));
  return time;
}
