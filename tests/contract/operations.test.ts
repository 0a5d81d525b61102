import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseSmokeArguments } from '../smoke/arguments.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { testBothSources } from './records-command.ts';

const page = fs.readFileSync('docs/operations.md', 'utf8');

interface Command {
  section: string;
  line: string;
}

/** Returns the commands of the page, in their order. */
function readCommands(): Command[] {
  let section = '';
  let isInBlock = false;
  const commands: Command[] = [];
  for (const line of page.split('\n')) {
    if (line.trim().startsWith('```')) isInBlock = line.trim() === '```sh';
    else if (isInBlock) commands.push({ section, line: line.trim() });
    else if (line.startsWith('#')) section = line.replace(/^#+ /, '');
  }
  return commands;
}

const commands = readCommands();
const startingWith = (start: string) =>
  commands.filter(({ line }) => line.startsWith(start));

/** Splits a command as bash, PowerShell and cmd do: by spaces and double quotes. */
const wordsOf = (line: string) =>
  (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));

test('each command means the same in bash, PowerShell and cmd', () => {
  expect(commands.length).toBeGreaterThan(50);
  // Unquoted, PowerShell would take "@", "," and "--" for its own syntax, and cmd "%".
  const wordPattern = /^(?!@)[\w./:=@-]+$/;
  const quotedPattern = /^"[\w ./:=()-]+"$/;
  for (const { line } of commands) {
    for (const word of line.match(/"[^"]*"|\S+/g) ?? []) {
      const isPlain = wordPattern.test(word) && word !== '--';
      expect(isPlain || quotedPattern.test(word), `${word} in ${line}`).toBe(
        true,
      );
    }
    const echo = `printf '%s\\n' ${line}`;
    const output = execFileSync('sh', ['-c', echo], { encoding: 'utf8' });
    expect(output.trimEnd().split('\n')).toEqual(wordsOf(line));
  }
});

test('each command begins with a program that the page knows, and no text hides a command', () => {
  const known = /^(npm (ci|run)|npx firebase-tools@[\d.]+|git|gcloud) ?/;
  for (const { line } of commands) expect(line).toMatch(known);
  // Commands in a paragraph would not be tested.
  const paragraphs = page.replace(/```[\s\S]*?```/g, '');
  const hidden = paragraphs.match(/`(npm run|npx|git|gcloud|firebase) [^`]+`/g);
  const names = ['`npm run build`', '`npm run dev`', '`npm run records`'];
  names.push('`npm run smoke`', '`npm run records help`', '`git restore`');
  names.push('`npx firebase-tools`');
  expect((hidden ?? []).filter((text) => !names.includes(text))).toEqual([]);
});

test('the command-line tool is the version that the workflows pin', () => {
  const { dependencies } = JSON.parse(
    fs.readFileSync('.github/deploy/package.json', 'utf8'),
  );
  const versions = page.match(/(?<=firebase-tools@)[\d.]+/g) ?? [];
  expect(new Set(versions)).toEqual(new Set([dependencies['firebase-tools']]));
});

test('each link on the page leads to a section', () => {
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link);
  expect(links.filter((link) => !anchors.includes(`${link}`))).toEqual([]);
});

test('each smoke test on the page is called with options that exist', () => {
  const smokeCommands = startingWith('npm run smoke');
  expect(smokeCommands.length).toBeGreaterThan(2);
  for (const { line } of smokeCommands) {
    const args = wordsOf(line)
      .slice(3)
      .filter((word) => word !== '--');
    expect(() => parseSmokeArguments(args)).not.toThrow();
  }
});

describe('git', () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const writeRules = (text: string) =>
    fs.writeFileSync(path.join(folder, 'firestore.rules'), text);

  beforeAll(() => {
    folder = createTempFolder();
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'ada');
    git('config', 'user.email', 'ada@loom.example');
    writeRules('old');
    git('add', '.');
    git('commit', '-qm', 'first');
    git('tag', 'v1.0.0');
    writeRules('new');
    git('commit', '-qam', 'second');
  });

  test('the commands of each section leave the checkout as it was', () => {
    const gitCommands = startingWith('git').filter(
      // Git's server is not here.
      ({ section, line }) =>
        section !== 'For each release, by a tag' &&
        !/^git (fetch|pull|push)/.test(line),
    );
    expect(gitCommands.length).toBeGreaterThan(4);
    for (const { line } of gitCommands) {
      if (/^git restore firestore/.test(line)) writeRules('edited by hand');
      git(...wordsOf(line).slice(1));
      const rules = fs.readFileSync(
        path.join(folder, 'firestore.rules'),
        'utf8',
      );
      if (line.includes('v1.0.0')) expect(rules).toBe('old');
    }
    expect(git('status', '--porcelain')).toBe('');
    expect(git('branch', '--show-current')).toBe('main\n');
  });
});

await testBothSources('demo-operations', ({ run, store, dataDir }) => {
  const runLine = (line: string) => {
    const args = wordsOf(line).filter(
      (word) => !/^(npm|run|-s|records|--)$/.test(word),
    );
    return run(args, { directory: dataDir });
  };

  test('each command for records works as the page writes it', async () => {
    const sections = new Map<string, string[]>();
    for (const { section, line } of startingWith('npm run')) {
      if (!/^npm run (-s )?records/.test(line)) continue;
      sections.set(section, [...(sections.get(section) ?? []), line]);
    }
    expect(sections.size).toBeGreaterThan(7);
    for (const [section, lines] of sections) {
      await store('waitlist', ['ada'], { email: 'ada@example.org' });
      await store('waitlist', ['spam'], { email: 'x@nowhere.invalid' });
      await store('feedback', ['mention'], { message: 'Ask ada@example.org' });
      await store('waitlist', ['grace'], { email: 'grace@x.org' });
      // What earlier sections have written or erased.
      for (const name of fs.readdirSync(dataDir))
        if (/^(backup|restored)\.jsonl$/.test(name))
          fs.rmSync(path.join(dataDir, name));
      const isRestore = /^Records (were erased|or the database)/.test(section);
      if (isRestore)
        await run(['backup', '--out', 'backup.jsonl'], { directory: dataDir });
      for (const name of ['ids.txt', 'more.txt'])
        fs.writeFileSync(path.join(dataDir, name), 'feedback/mention\n');
      for (const line of lines) {
        // Only the production of Google has several databases.
        if (line.includes('--database')) {
          await run(['backup', '--out', 'restored.jsonl'], {
            directory: dataDir,
          });
        } else {
          await expect(
            runLine(line),
            `${section}: ${line}`,
          ).resolves.toBeTypeOf('string');
        }
      }
    }
  });
});
