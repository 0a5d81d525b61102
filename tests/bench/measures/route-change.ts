import type { Browser } from 'playwright';
import { workerReady } from '../../support/waitlist.ts';
import { freshPhone, readVitals, visit } from '../phone.ts';
import type { Row } from '../row.ts';
import { ratioOf, sampleOf } from '../statistics.ts';
import type { Variants } from '../variants.ts';

const link = "I'm a Shopper";

interface Changed {
  changed: Promise<number>;
}

/** From the click to the painted page that was not seen before. */
export async function measureRouteChange(
  browser: Browser,
  { origins }: Variants,
  runs: number,
): Promise<Row[]> {
  const times: number[] = [];
  const loads: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const phone = await freshPhone(browser);
    const page = await phone.open();
    await visit(page, origins.ours);
    await workerReady(page);
    await page.evaluate(watchForNextPage);
    await page.getByRole('link', { name: link }).first().tap();
    times.push(
      await page.evaluate(() => (globalThis as unknown as Changed).changed),
    );
    const plain = await phone.open();
    await visit(plain, origins.limit);
    await plain.getByRole('link', { name: link }).first().tap();
    await plain.waitForURL('**/consumer');
    loads.push((await readVitals(plain)).fcp);
    await phone.close();
  }
  return [
    {
      what: 'Route change to a page not seen yet',
      most: 100,
      unit: 'ms',
      measured: sampleOf(times),
    },
    {
      what: 'The same link on the page without scripts',
      unit: 'ms',
      measured: sampleOf(loads),
    },
    {
      what: 'Route change, ours / limit',
      unit: 'x',
      measured: ratioOf(times, loads),
    },
  ];
}

function watchForNextPage(): void {
  const heading = () => document.querySelector('main h1')?.textContent;
  const before = heading();
  (globalThis as unknown as Changed).changed = new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const painted = () =>
          requestAnimationFrame(() =>
            requestAnimationFrame((now) => resolve(now - timeStamp)),
          );
        const observer = new MutationObserver(() => {
          if (!heading() || heading() === before) return;
          observer.disconnect();
          painted();
        });
        observer.observe(document, { childList: true, subtree: true });
      },
      { capture: true, once: true },
    );
  });
}
