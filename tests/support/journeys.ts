import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from 'playwright/test';
import { openWithWorker } from './loading.ts';

// The journeys stand in docs/screen-readers.md, for people with a screen reader. The
// tests read that file, so that people and tests expect the same.

interface Row {
  /** What the visitor does, one sentence each. */
  instructions: string[];
  /** What a screen reader reads then, in order. */
  heardTexts: string[];
}

interface Journey {
  title: string;
  rows: Row[];
}

export function readJourneys(): Journey[] {
  const text = readFileSync('docs/screen-readers.md', 'utf8');
  const sections = text.split(/^## (?=\d+\. )/m).slice(1);
  return sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');

    const tableLines = lines.filter((line) => line.startsWith('|'));
    // The first two lines are the head of the table.
    const rows = tableLines.slice(2).map((line) => line.split(' | '));

    return { title, rows: rows.map(parseRow) };
  });
}

function parseRow([first = '', second = '']: string[]): Row {
  return {
    instructions: first.replace(/^\| /, '').split(/(?<=\.) (?=[A-Z])/),
    heardTexts: [...second.matchAll(/"([^"]+)"/g)].map(
      ([, heard = '']) => heard,
    ),
  };
}

type Action = (page: Page, ...parts: string[]) => Promise<unknown>;

/** What the tests do for an instruction, by its pattern. The first match counts. */
const actions: [RegExp, Action][] = [
  [/^Open `(.+)`\.$/, openWithWorker],
  [/^Reload the page\.$/, (page) => page.reload()],
  [/^Go back\.$/, (page) => page.goBack()],
  [/^Press \*\*Yes, discard\*\*\.$/, discardEntry],
  [
    /^Press \*\*(.+)\*\*(?:, (?:near|in) the .+)?\.$/,
    (page, name) => findControl(page, name).click(),
  ],
  [/^Wait ten seconds\.$/, expectEmptyRegions],
  [/^Read on to the end of the page\.$/, expectNoOldNews],
  [/^Turn airplane mode (on|off)\.$/, switchAirplaneMode],
  [/^Type `(.+)` into \*\*(.+)\*\*\.$/, typeInto],
  [/^Paste (\d+) letters into \*\*(.+)\*\*\.$/, pasteInto],
  [/^Delete (\d+) letters from \*\*(.+)\*\*\.$/, deleteFrom],
];

export async function follow(page: Page, instruction: string): Promise<void> {
  for (const [pattern, act] of actions) {
    const match = pattern.exec(instruction);
    if (!match) continue;

    await act(page, ...match.slice(1));
    return;
  }
  throw new Error(`No test can do this: ${instruction}`);
}

function findControl(page: Page, name = ''): Locator {
  const options = { name, exact: true };
  return page
    .getByRole('button', options)
    .or(page.getByRole('link', options))
    .or(page.locator('summary').getByText(name, { exact: true }))
    .filter({ visible: true })
    .first();
}

/** Waits until the entry is gone. A person who hears "Discarded." finds it gone. */
async function discardEntry(page: Page): Promise<void> {
  const entries = page.locator('dialog[open] li');
  const count = await entries.count();
  await findControl(page, 'Yes, discard').click();
  await expect(entries).toHaveCount(count - 1);
}

/** Waits until no announcement is left that visitors could read later. */
export async function expectEmptyRegions(page: Page): Promise<void> {
  for (const region of await page.locator('[data-region]').all())
    await expect(region).toHaveText('');
}

async function expectNoOldNews(page: Page): Promise<void> {
  const oldNews = page.getByText(/You are (offline|online)|message was sent/);
  await expect(oldNews).toHaveCount(0);
}

function switchAirplaneMode(page: Page, state?: string): Promise<void> {
  return page.context().setOffline(state === 'on');
}

/** Types with the keyboard, because `fill` moves the focus by script. */
async function typeInto(page: Page, text = '', label = ''): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.insertText(text);
}

function pasteInto(page: Page, count = '', label = ''): Promise<void> {
  return typeInto(page, 'x'.repeat(Number(count)), label);
}

async function deleteFrom(page: Page, count = '', label = ''): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();

  await page.keyboard.press('Control+End');
  await page.keyboard.down('Shift');
  for (let left = Number(count); left > 0; left -= 1)
    await page.keyboard.press('ArrowLeft');

  await page.keyboard.up('Shift');
  await page.keyboard.press('Delete');
}
