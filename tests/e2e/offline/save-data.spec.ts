import { expect, test } from '../../support/fixtures.ts';
import { workerReady } from '../../support/waitlist.ts';

const wishesToSave = `
Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
`;

test('to save data, pictures are kept once they are seen', async ({
  page,
  context,
  network,
}) => {
  network.inject('worker', wishesToSave);
  await page.goto('/faq');
  await workerReady(page);
  const kept = await page.evaluate(keptPaths);
  expect(kept.filter((path) => /\.(svg|png)$/.test(path))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(['/', '/feed', '/404']));
  expect(kept.some((path) => /\.woff2$/.test(path))).toBe(true);
  expect(kept.some((path) => /\/js\/feed-.*\.js$/.test(path))).toBe(true);

  await page.goto('/feed');
  await page.evaluate(loadPictures);
  const pictures = await page.evaluate(() =>
    [...document.images].map(({ src }) => new URL(src).pathname),
  );
  expect(pictures.length).toBeGreaterThan(5);
  await expect
    .poll(() => page.evaluate(keptPaths))
    .toEqual(expect.arrayContaining(pictures));

  network.cut();
  await context.setOffline(true);
  await page.goto('/feed');
  await page.evaluate(loadPictures);
  expect(
    await page.evaluate(() =>
      [...document.images]
        .filter((i) => i.naturalWidth === 0)
        .map((i) => i.src),
    ),
  ).toEqual([]);
});

async function keptPaths(): Promise<string[]> {
  const cache = await caches.open('pear-files');
  const requests = await cache.keys();
  return requests.map(({ url }) => new URL(url).pathname);
}

async function loadPictures(): Promise<void> {
  for (const image of document.images) image.loading = 'eager';
  await Promise.all(
    [...document.images].map((image) => image.decode().catch(() => undefined)),
  );
}
