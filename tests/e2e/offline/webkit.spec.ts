import { notFound, routes } from '../../../src/routes.ts';
import { test } from '../../faults/fixtures.ts';
import { workerIsActive } from '../../faults/inside.ts';
import { expect } from '../../support/fixtures.ts';

test('after one visit every page works with the server gone', async ({
  world,
  network,
}) => {
  const browser = await world.start();
  const first = await browser.open();
  await first.goto(`${network.origin}/faq`);
  await first.evaluate(workerIsActive);
  await first.close();
  network.cut();
  const cold = await browser.open();
  for (const { path, title } of [...routes, notFound]) {
    await cold.goto(network.origin + path);
    expect(await cold.evaluate(seen), path).toEqual({
      title,
      path,
      headings: 1,
      broken: [],
    });
  }
  for (const [spelling, path] of [
    ['/waitList', '/waitlist'],
    ['/BRANDS/', '/brands'],
  ] as const) {
    await cold.goto(network.origin + spelling);
    expect((await cold.evaluate(seen)).path).toBe(path);
  }
});

/** What came of the page: its pictures and fonts too. */
async function seen() {
  for (const image of document.images) image.loading = 'eager';
  await Promise.all(
    [...document.images].map((image) => image.decode().catch(() => undefined)),
  );
  await document.fonts.ready;
  const lost = [...document.images].filter((i) => i.naturalWidth === 0);
  return {
    title: document.title,
    path: location.pathname,
    headings: document.querySelectorAll('h1').length,
    broken: lost.map(({ src }) => src),
  };
}
