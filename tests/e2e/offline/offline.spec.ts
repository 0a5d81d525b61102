import { notFound, routes } from '../../../src/routes.ts';
import { expect, test } from '../../support/fixtures.ts';
import { workerReady } from '../../support/waitlist.ts';

test('after one visit every page works with the server gone', async ({
  page,
  context,
  network,
  consoleLines,
}) => {
  await page.goto('/faq');
  await workerReady(page);
  await page.close();
  network.cut();
  await context.setOffline(true);
  const cold = await context.newPage();
  for (const { path, title } of routes) {
    const answer = await cold.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(cold).toHaveTitle(title);
    await expect(cold.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await cold.evaluate(broken)).toEqual([]);
  }
  for (const [spelling, path] of [
    ['/waitList', '/waitlist'],
    ['/BRANDS/', '/brands'],
    ['/brandsignup', '/brandSignup'],
    ['/faq.html', '/faq'],
  ] as const) {
    await cold.goto(spelling);
    expect(new URL(cold.url()).pathname).toBe(path);
  }
  for (const path of ['/no/such/page', '/no/such.file', '/no.html']) {
    const missing = await cold.goto(path);
    expect(missing?.status()).toBe(404);
    await expect(cold).toHaveTitle(notFound.title);
  }
  expect(consoleLines).toEqual([]);
});

/** Pictures and fonts of ours that could not be shown. */
async function broken(): Promise<string[]> {
  for (const image of document.images) image.loading = 'eager';
  await Promise.all(
    [...document.images].map((i) => i.decode().catch(() => {})),
  );
  await document.fonts.ready;
  return [
    ...[...document.images]
      .filter(({ naturalWidth }) => naturalWidth === 0)
      .map(({ src }) => src),
    ...[...document.fonts]
      .filter(({ status }) => status === 'error')
      .map(({ family }) => family)
      .filter((family) => !family.includes('Fallback')),
  ];
}

test('an interrupted install goes on from what has come', async ({
  page,
  context,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'there no route sees the worker');
  const asked = new Map<string, number>();
  await context.route('**/pictures/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const times = (asked.get(pathname) ?? 0) + 1;
    if (route.request().serviceWorker()) asked.set(pathname, times);
    const isLost = pathname.endsWith('/trainers.svg') && times === 1;
    await (isLost ? route.abort() : route.continue());
  });
  await page.goto('/faq');
  await workerReady(page);
  expect(asked.get('/pictures/products/trainers.svg')).toBe(2);
  expect(asked.get('/pictures/products/cap.svg')).toBe(1);
});

test('the 404 page is kept whatever hosting says of it', async ({
  page,
  context,
  network,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'there no route sees the worker');
  await context.route('**/404', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), vary: '*' };
    await route.fulfill({ response, headers, status: 404 });
  });
  await page.goto('/faq');
  await workerReady(page);
  network.cut();
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page).toHaveTitle(notFound.title);
});

test('the worker leaves alone what is not its own', async ({
  page,
  network,
  records,
}) => {
  await page.goto('/');
  await workerReady(page);
  const statuses = await page.evaluate(async () => {
    const font = document.querySelector<HTMLLinkElement>('link[as="font"]');
    const range = await fetch(font?.href ?? '', {
      headers: { range: 'bytes=0-9' },
    });
    const error = await fetch('/static/js/gone.js');
    const cache = await caches.open('pear-files');
    const kept = await cache.match('/static/js/gone.js');
    return [range.ok, error.status, kept === undefined];
  });
  expect(statuses).toEqual([true, 404, true]);
  network.cut();
  const isAnswered = await page.evaluate(() =>
    fetch('/about', { method: 'POST' }).then(
      () => true,
      () => false,
    ),
  );
  expect(isAnswered).toBe(false);
  expect(network.commits).toBe(0);
  expect(await records.count('waitlist')).toBe(0);
});
