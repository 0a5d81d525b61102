import { toPrintableLines } from '../node/escape.ts';
import { readSettings } from '../node/settings.ts';
import { knownFields } from '../rules/known-fields.ts';
import { backup } from './backup-command.ts';
import { chooseSource } from './choose-source.ts';
import {
  type CommandName,
  formatHelp,
  type OptionsOf,
  parseCommandLine,
} from './command-line.ts';
import type { CommandContext, Runtime } from './context.ts';
import { erase } from './erase-command.ts';
import { look } from './look-command.ts';
import { person } from './person-command.ts';
import { report } from './report-command.ts';
import { restore } from './restore-command.ts';
import { review } from './review-command.ts';

/** `argument` is '' if the command line has none. */
type Commands = {
  [C in CommandName]: (
    context: CommandContext,
    options: OptionsOf<C>,
    argument: string,
  ) => Promise<void>;
};

const commands: Commands = {
  look,
  report,
  review,
  person,
  backup,
  restore,
  erase,
};

/** Runs one command of `npm run records`. Throws a UserError with advice. */
export async function runCommand(
  args: readonly string[],
  runtime: Runtime,
  openSource = chooseSource,
): Promise<void> {
  if (['help', '--help', '-h'].some((word) => args.includes(word))) {
    await runtime.print(formatHelp(knownFields.keys()));
    return;
  }

  const commandLine = parseCommandLine(args, runtime.env);
  const { command, argument = '', options } = commandLine;

  const { dataDir } = readSettings(runtime.env);
  const safeRuntime = protectTerminal(runtime);
  const database = options.database as string | undefined;
  const source = openSource(safeRuntime, database);

  const context = { ...safeRuntime, source, dataDir };
  await commands[command](context, options, argument);
}

/**
 * Removes what controls a terminal from all that a command prints and logs, because
 * visitors have written the records. Does not change the output to a pipe or a file.
 */
function protectTerminal(runtime: Runtime): Runtime {
  const { print, log, isTerminal } = runtime;
  return {
    ...runtime,
    print: isTerminal ? (text) => print(toPrintableLines(text)) : print,
    log: (line) => log(toPrintableLines(line)),
  };
}
