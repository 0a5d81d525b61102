import { parseArgs } from 'node:util';
import { UserError } from '../node/user-error.ts';

interface Option {
  type: 'boolean' | 'string';
  /** Stands for the value in the help. */
  value?: string;
  help: string;
}

interface Command {
  /** Stands for the argument in the help. Without it the command takes none. */
  argument?: string;
  isArgumentOptional?: boolean;
  help: string;
  options: Readonly<Record<string, Option>>;
}

const flag = (help: string) => ({ type: 'boolean', help }) as const;
const setting = (value: string, help: string) =>
  ({ type: 'string', value, help }) as const;

const since = setting('TIME', 'only records since a day, a time or an age');
const out = setting('FILE', 'writes a file that only you can read');
const newFile = setting(
  'FILE',
  'writes the backup to this new file; without it, to DATA_DIR/backups',
);
const yes = flag('does it; without it the command only shows what it would do');

/** Every command with its options. The help is printed from this table. */
export const commandTable = {
  look: {
    argument: 'COLLECTION',
    isArgumentOptional: true,
    help: 'prints the number of records and the newest three, or a table',
    options: {
      csv: flag('prints all records as a table'),
      json: flag('prints all records, each as a line of JSON'),
      for: setting('TOOL', 'prints a table that listmonk or mailchimp imports'),
      unique: flag('prints each address once, with the number of its records'),
      new: setting('NAME', 'prints what NAME has not seen, and remembers it'),
      counts: flag('prints only the numbers'),
      since,
      out,
    },
  },
  report: {
    help: 'prints sign-ups, people, messages, brands and hours',
    options: { since, out: setting('FILE', 'writes a page with charts') },
  },
  review: {
    argument: 'COLLECTION',
    isArgumentOptional: true,
    help: 'lists suspicious records, each with its reasons',
    options: {
      since,
      ids: flag('prints only the ids'),
      bursts: flag('adds records that only arrived together with many others'),
      out: setting('FILE', 'writes a list that erase --ids reads'),
    },
  },
  person: {
    argument: 'ADDRESS',
    help: 'prints everything that is held about a person',
    options: {
      ids: setting('FILE', "adds these records, such as the person's others"),
      json: flag('prints each record as a line of JSON'),
      out,
    },
  },
  backup: {
    help: 'writes every record to one file, which restore reads',
    options: {
      database: setting('NAME', "reads another of the project's databases"),
      out: newFile,
    },
  },
  restore: {
    argument: 'FILE',
    help: 'writes the records of a backup that are missing',
    options: {
      overwrite: flag('also replaces records that differ from the backup'),
      'from-project': setting('ID', 'the project of the backup, after a move'),
      yes,
    },
  },
  erase: {
    argument: 'ADDRESS',
    isArgumentOptional: true,
    help: "erases a person's records, listed records, or old records",
    options: {
      ids: setting(
        'FILE',
        'the records in this file, which review --out wrote',
      ),
      'older-than': setting('TIME', 'the records from before this time'),
      collection: setting('NAME', 'with --older-than, only this collection'),
      out: newFile,
      yes,
    },
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commandTable;

type ValueOf<O> = O extends { type: 'boolean' } ? boolean : string;

/** The options that were given to a command. */
export type OptionsOf<C extends CommandName> = {
  readonly [O in keyof (typeof commandTable)[C]['options']]?:
    | ValueOf<(typeof commandTable)[C]['options'][O]>
    | undefined;
};

export interface CommandLine {
  command: CommandName;
  argument: string | undefined;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * Parses the command line. `look` is the command if the first word names none. Throws
 * a UserError with one line of advice.
 */
export function parseCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): CommandLine {
  const [first = ''] = args;
  const isNamed = Object.hasOwn(commandTable, first);
  const command = (isNamed ? first : 'look') as CommandName;
  const row: Command = commandTable[command];
  const words = args.slice(isNamed ? 1 : 0);
  const { values, positionals } = parseWords(words, command, row);

  rejectOptionsTakenByNpm(row, values, env);

  const [argument, ...others] = positionals;
  if (others.length > 0 || (argument !== undefined && !row.argument)) {
    const expected = row.argument ? `one ${row.argument}` : 'no argument';
    throw createUsageError(
      `${command} takes ${expected}, but got: ${positionals.join(' ')}`,
    );
  }
  if (argument === undefined && row.argument && !row.isArgumentOptional) {
    throw createUsageError(`${command} needs ${withArticle(row.argument)}`);
  }

  return { command, argument, options: values };
}

/** Splits the words after the command into options and positionals. */
function parseWords(
  words: string[],
  command: CommandName,
  { options }: Command,
) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    // Only the first sentence of the message applies here.
    const [problem = ''] = /^[^.\n]*/.exec((error as Error).message) ?? [];
    throw createUsageError(
      problem.replace('Unknown option', `${command} has no option`),
    );
  }
}

function withArticle(word: string): string {
  return /^[AEIOU]/.test(word) ? `an ${word}` : `a ${word}`;
}

/** PowerShell removes a bare "--". npm then takes the options for its own. */
function rejectOptionsTakenByNpm(
  { options }: Command,
  values: object,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const names = Object.keys(options).filter(
    (name) =>
      env[`npm_config_${name.replaceAll('-', '_')}`] &&
      !Object.hasOwn(values, name),
  );
  if (names.length === 0) return;
  throw new UserError(
    `npm took --${names.join(' and --')} for itself; write "--" with its quotes before the command: npm run records "--" ... --${names[0]}`,
  );
}

export function createUsageError(problem: string): UserError {
  return new UserError(`${problem}. See npm run records help.`);
}

/** Returns the text of `npm run records help`. */
export function formatHelp(collections: Iterable<string>): string {
  const commands = Object.entries<Command>(commandTable).map(
    ([name, { argument, isArgumentOptional, help, options }]) => {
      const shownArgument = isArgumentOptional ? `[${argument}]` : argument;
      const commandRow = formatRow(joinWords(name, shownArgument), help);
      const optionRows = Object.entries(options).map(
        ([option, { value, help }]) => {
          const usage = joinWords(`--${option}`, value);
          return formatRow(`  ${usage}`, help);
        },
      );
      return [commandRow, ...optionRows].join('');
    },
  );

  return `npm run records "--" [COMMAND] [OPTIONS]    (npm run -s records ... for a pipe)

${commands.join('\n')}
Without a command, "look" runs. The collections are ${[...collections].join(', ')}.
A TIME is a day (2026-11-01) of your time zone, a time (2026-11-01T09:00:00Z), or
an age (7d, 12w, 24mo, 2y). docs/operations.md says what to do on a bad day.
`;
}

function joinWords(name: string, placeholder: string | undefined): string {
  return placeholder ? `${name} ${placeholder}` : name;
}

function formatRow(usage: string, help: string): string {
  return `  ${usage.padEnd(25)} ${help}\n`;
}
