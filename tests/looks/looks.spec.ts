import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { waitForWholePage } from './camera.ts';
import { expect, test } from './fixtures.ts';
import { intendedChanges } from './intended-changes.ts';
import { compareViews, loadsSameFiles } from './sides.ts';
import { formStories } from './stories/forms.ts';
import { noticeStories } from './stories/notices.ts';
import { motionStories, pageStories } from './stories/pages.ts';
import type { Story } from './story.ts';

const stories = {
  ...pageStories,
  ...motionStories,
  ...formStories,
  ...noticeStories,
};

for (const [name, story] of Object.entries(stories))
  test(`${name} looks as before, except for the intended changes`, async ({
    compareSides,
  }) => {
    expect(await compareSides(name, story)).toBe('');
  });

test('the list of intended changes names existing stories, with reasons', () => {
  for (const { picture, reason } of intendedChanges) {
    const names = Object.keys(stories);
    expect(names).toContain(picture.replace(/: [^:]*$/, ''));
    expect(reason, picture).toMatch(/\S/);
  }
});

const missionStory: Story = {
  tell: async ({ page, shoot }) => {
    await page.goto('/mission');
    await waitForWholePage(page);
    await shoot('page', { widths: [390] });
  },
};

/** Changes of files that /mission loads, each of which a visitor sees. */
const visibleChanges = [
  // React keeps an attribute of the static page that it would not have rendered.
  { file: /^mission\.html$/, old: /<h1/, current: '<h1 hidden' },
  { file: /^static\/js\/mission-/, old: /Our Mission/, current: 'Our mission' },
  {
    file: /^pictures\/collars\.svg$/,
    old: /<path /g,
    current: '<path opacity=".9" ',
  },
];

test('a story is photographed if one of its files has changed, and only then', async ({
  browser,
  serve,
}, testInfo) => {
  const before = { origin: await serve(() => '.'), dist: 'dist' };
  const folder = testInfo.outputPath('copy');
  const dist = path.join(folder, 'dist');
  cpSync('dist', dist, { recursive: true });
  const sides = { before, after: { origin: await serve(() => folder), dist } };
  expect(await loadsSameFiles(browser, sides, missionStory)).toBe(true);

  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const changes = visibleChanges.map(({ file: pattern, old, current }) => {
    const name = String(names.find((file) => pattern.test(file)));
    const file = path.join(dist, name);
    const text = readFileSync(file, 'utf8');
    return { name, file, text, changedText: text.replace(old, current) };
  });
  for (const { name, file, text, changedText } of changes) {
    writeFileSync(file, changedText);
    const hasSameFiles = await loadsSameFiles(browser, sides, missionStory);
    expect(hasSameFiles, name).toBe(false);
    writeFileSync(file, text);
  }

  for (const { file, changedText } of changes) writeFileSync(file, changedText);
  const found = await compareViews(browser, sides, 'mission', missionStory);
  expect(found).not.toEqual([]);
});
