import type { Browser } from 'playwright';
import { workerReady } from '../../support/waitlist.ts';
import { freshPhone, visit } from '../phone.ts';
import type { Row } from '../row.ts';
import { sampleOf } from '../statistics.ts';
import type { Variants } from '../variants.ts';

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
  for (let run = 0; run < runs; run += 1) {
    const phone = await freshPhone(browser);
    const page = await phone.open();
    await visit(page, origins.ours);
    await workerReady(page);
    await page.evaluate(watchForNextPage);
    await page.getByRole('link', { name: "I'm a Shopper" }).first().tap();
    times.push(
      await page.evaluate(() => (globalThis as unknown as Changed).changed),
    );
    await phone.close();
  }
  return [
    {
      what: 'Route change to a page not seen yet',
      most: 100,
      unit: 'ms',
      measured: sampleOf(times),
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
