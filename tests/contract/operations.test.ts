import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { collections } from '../../src/form-definitions/forms.ts';
import { parseSmokeArguments } from '../smoke/arguments.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { testBothSources } from './records-command.ts';

const page = fs.readFileSync('docs/operations.md', 'utf8');

/** A line of a code block on the page. */
interface Command {
  /** The title of its section. */
  section: string;
  line: string;
}

const commands = readCommands();

/** Returns the commands of the page, in their order. */
function readCommands(): Command[] {
  let section = '';
  let isInBlock = false;
  const found: Command[] = [];
  for (const line of page.split('\n').map((text) => text.trim())) {
    if (line.startsWith('```')) isInBlock = line === '```sh';
    else if (isInBlock) found.push({ section, line });
    else if (line.startsWith('#')) section = line.replace(/^#+ /, '');
  }
  return found;
}

function findCommands(start: string): Command[] {
  return commands.filter(({ line }) => line.startsWith(start));
}

/** Splits a command as bash, PowerShell and cmd do: by spaces and double quotes. */
function splitWords(line: string): string[] {
  return line.match(/"[^"]*"|\S+/g) ?? [];
}

/** Returns the words that the program gets. */
function readArguments(line: string): string[] {
  return splitWords(line).map((word) => word.replaceAll('"', ''));
}

/** The names of programs that stand in paragraphs without being commands. */
const namesInParagraphs = [
  '`npm run build`',
  '`npm run dev`',
  '`npm run records`',
  '`npm run smoke`',
  '`npm run records help`',
  '`git restore`',
  '`npx firebase-tools`',
];

test('each command means the same in bash, PowerShell and cmd', () => {
  expect(commands.length).toBeGreaterThan(50);
  // Unquoted, PowerShell would take "@", "," and "--" for its own syntax, and cmd "%".
  const wordPattern = /^(?!@)[\w./:=@-]+$/;
  const quotedPattern = /^"[\w ./:=()-]+"$/;
  for (const { line } of commands) {
    for (const word of splitWords(line)) {
      const isPlain = wordPattern.test(word) && word !== '--';
      const isSafe = isPlain || quotedPattern.test(word);
      expect(isSafe, `${word} in ${line}`).toBe(true);
    }

    const printWords = `printf '%s\\n' ${line}`;
    const output = execFileSync('sh', ['-c', printWords], { encoding: 'utf8' });
    expect(output.trimEnd().split('\n')).toEqual(readArguments(line));
  }
});

test('each command begins with a known program', () => {
  const knownPrograms =
    /^(npm (ci|run)|npx firebase-tools@[\d.]+|git|gcloud) ?/;
  for (const { line } of commands) expect(line).toMatch(knownPrograms);
});

// Commands in a paragraph would not be tested.
test('no paragraph contains a command', () => {
  const paragraphs = page.replace(/```[\s\S]*?```/g, '');
  const commandPattern = /`(npm run|npx|git|gcloud|firebase) [^`]+`/g;
  const commandsInParagraphs = paragraphs.match(commandPattern) ?? [];
  const hiddenCommands = commandsInParagraphs.filter(
    (text) => !namesInParagraphs.includes(text),
  );
  expect(hiddenCommands).toEqual([]);
});

test('the command-line tool is the version that the workflows pin', () => {
  const { dependencies } = JSON.parse(
    fs.readFileSync('.github/deploy/package.json', 'utf8'),
  );
  const versions = page.match(/(?<=firebase-tools@)[\d.]+/g) ?? [];
  expect(new Set(versions)).toEqual(new Set([dependencies['firebase-tools']]));
});

test('every command creates the database in the same location', () => {
  const locations = page.match(/(?<=--location )\S+/g) ?? [];
  expect(locations.length).toBeGreaterThan(1);
  expect(new Set(locations).size).toBe(1);
});

test('each link within docs/operations.md leads to a section', () => {
  const titles = [...page.matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) => title,
  );
  const anchors = titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(
    ([, link = '']) => link,
  );
  const brokenLinks = links.filter((link) => !anchors.includes(link));
  expect(brokenLinks).toEqual([]);
});

test('docs/operations.md calls the smoke test only with options that exist', () => {
  const smokeCommands = findCommands('npm run smoke');
  expect(smokeCommands.length).toBeGreaterThan(2);

  for (const { line } of smokeCommands) {
    const [_npm, _run, _smoke, ...words] = readArguments(line);
    const args = words.filter((word) => word !== '--');
    expect(() => parseSmokeArguments(args)).not.toThrow();
  }
});

test('the examples of docs/operations.md name collections of today', () => {
  // The commands also know former collections, which hold only a part of the records.
  const examplePattern = /--collection (\w+)|match \/(\w+)\/|`(\w+)\/1b4e/g;
  const names = Array.from(page.matchAll(examplePattern), (match) =>
    match.slice(1).find(Boolean),
  );
  expect(names.length).toBeGreaterThan(3);
  const collectionNames: unknown[] = Object.values(collections);
  expect(names.filter((name) => !collectionNames.includes(name))).toEqual([]);
});

describe('git', () => {
  let folder: string;
  let rulesFile: string;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  beforeAll(() => {
    folder = createTempFolder();
    rulesFile = path.join(folder, 'firestore.rules');
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'ada');
    git('config', 'user.email', 'ada@loom.example');

    fs.writeFileSync(rulesFile, 'old');
    git('add', '.');
    git('commit', '-qm', 'first');
    git('tag', 'v1.0.0');

    fs.writeFileSync(rulesFile, 'new');
    git('commit', '-qam', 'second');
  });

  test('the commands of each section leave the checkout as it was', () => {
    // Git's server is not here.
    const needsServer = ({ section, line }: Command) =>
      section === 'For each release, by a tag' ||
      /^git (fetch|pull|push)/.test(line);
    const gitCommands = findCommands('git').filter(
      (command) => !needsServer(command),
    );
    expect(gitCommands.length).toBeGreaterThan(4);

    for (const { line } of gitCommands) {
      if (line.startsWith('git restore firestore'))
        fs.writeFileSync(rulesFile, 'edited by hand');

      const [_git, ...args] = readArguments(line);
      git(...args);

      const rules = fs.readFileSync(rulesFile, 'utf8');
      if (line.includes('v1.0.0')) expect(rules).toBe('old');
    }

    expect(git('status', '--porcelain')).toBe('');
    expect(git('branch', '--show-current')).toBe('main\n');
  });
});

await testBothSources('demo-operations', ({ run, store, dataDir }) => {
  const directory = dataDir;
  const backUp = (file: string) =>
    run(['backup', '--out', file], { directory });

  /** Runs a command for records as the page writes it. */
  const runLine = (line: string) => {
    const wordsBefore = ['npm', 'run', '-s', 'records', '--'];
    const args = readArguments(line).filter(
      (word) => !wordsBefore.includes(word),
    );
    return run(args, { directory });
  };

  /** Prepares the records and the files that the commands of a section need. */
  async function prepareSection(section: string): Promise<void> {
    await store('waitlist', ['ada'], { email: 'ada@example.org' });
    await store('waitlist', ['spam'], { email: 'x@nowhere.invalid' });
    await store('feedback', ['mention'], { message: 'Ask ada@example.org' });
    await store('waitlist', ['grace'], { email: 'grace@x.org' });

    // Earlier sections have written these files.
    for (const name of ['backup.jsonl', 'restored.jsonl'])
      fs.rmSync(path.join(dataDir, name), { force: true });
    const isRestore = /^Records (were erased|or the database)/.test(section);
    if (isRestore) await backUp('backup.jsonl');

    for (const name of ['ids.txt', 'more.txt'])
      fs.writeFileSync(path.join(dataDir, name), 'feedback/mention\n');
  }

  /** Makes the backup one of the former project, which the page calls `ID`. */
  function nameFormerProject(): void {
    const file = path.join(dataDir, 'backup.jsonl');
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace(/(?<="backupOf":")[^"]+/, 'ID'));
  }

  test('each command for records works as docs/operations.md writes it', async () => {
    const linesBySection = new Map<string, string[]>();
    for (const { section, line } of findCommands('npm run')) {
      if (!/^npm run (-s )?records/.test(line)) continue;
      const lines = linesBySection.get(section) ?? [];
      linesBySection.set(section, [...lines, line]);
    }
    expect(linesBySection.size).toBeGreaterThan(7);

    for (const [section, lines] of linesBySection) {
      await prepareSection(section);

      for (const line of lines) {
        // Only the production of Google has several databases.
        if (line.includes('--database')) await backUp('restored.jsonl');
        else {
          if (line.includes('--from-project')) nameFormerProject();
          const output = await runLine(line);
          expect(output, `${section}: ${line}`).toBeTypeOf('string');
        }
      }
    }
  });
});
