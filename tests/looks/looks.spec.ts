import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { capture, waitForNotices } from './camera.ts';
import { comparePhotos } from './compare.ts';
import { expect, test } from './fixtures.ts';
import { intendedChanges } from './intended-changes.ts';
import { compareViews, loadsSameFiles } from './sides.ts';
import { formStories } from './stories/forms.ts';
import { noticeStories } from './stories/notices.ts';
import { motionStories, pageStories } from './stories/pages.ts';
import { Stages, type Story } from './story.ts';

/** The longest stories come first, so that none of them runs alone at the end. */
const stories = {
  ...noticeStories,
  ...formStories,
  ...motionStories,
  ...pageStories,
};

const missionStory: Story = {
  tell: async ({ page, shoot }) => {
    await page.goto('/mission');
    await waitForNotices(page);
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
  const origin = await serve(() => folder);
  // Each state of the copy is another site.
  const listSides = () => ({ before, after: { origin, dist } });
  expect(await loadsSameFiles(browser, listSides(), missionStory)).toBe(true);

  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  for (const { file: pattern, old, current } of visibleChanges) {
    const name = files.find((file) => pattern.test(file));
    const file = path.join(dist, String(name));
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(old, current));
    const sides = listSides();
    const hasSameFiles = await loadsSameFiles(browser, sides, missionStory);
    expect(hasSameFiles, name).toBe(false);

    // The cache of another context has the earlier state of the file.
    const stages = new Stages(browser);
    const found = await compareViews(stages, sides, 'mission', missionStory);
    expect(found, name).not.toEqual([]);
    await stages.close();
    writeFileSync(file, text);
  }
});

test('one pixel that is one step of one color away is a difference', async ({
  browser,
}) => {
  const openPage = () => browser.newPage();
  const page = await openPage();
  const photograph = async (color: string) => {
    const spot = `position: absolute; width: 1px; height: 1px; background: ${color}`;
    await page.setContent(`<body bgcolor="#102030"><p style="${spot}">`);
    const image = await capture(page, 'page');
    return { name: 'spot', width: 1280, image, parts: [] };
  };

  const before = await photograph('#102030');
  const same = await photograph('#102030');
  expect(await comparePhotos(openPage, '', before, same)).toEqual([]);
  const after = await photograph('#102031');
  expect(await comparePhotos(openPage, '', before, after)).toHaveLength(1);
});

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
