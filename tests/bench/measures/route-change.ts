import { workerReady } from '../../support/waitlist.ts';
import { freshPhone, readVitals, visit } from '../phone.ts';
import { type Row, ratio, row } from '../row.ts';
import type { Bench } from '../variants.ts';

const link = "I'm a Shopper";

interface Changed {
  changed: Promise<number>;
}

/**
 * From the click to the painted page that was not seen before; the same page
 * put in place by hand, with nothing but the browser's own work; and the same
 * link where there are no scripts.
 */
export async function measureRouteChange(bench: Bench): Promise<Row[]> {
  const { browser, origins, runs } = bench;
  const times: number[] = [];
  const floors: number[] = [];
  const loads: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const phone = await freshPhone(browser);
    const page = await phone.open();
    await visit(page, origins.ours);
    await workerReady(page);
    await page.evaluate(watchForNextPage);
    await page.getByRole('link', { name: link }).first().tap();
    times.push(await page.evaluate(changed));
    const bare = await phone.open();
    await visit(bare, origins.limit);
    await bare.evaluate(changeByHand, '/consumer');
    await bare.getByRole('link', { name: link }).first().tap();
    floors.push(await bare.evaluate(changed));
    const plain = await phone.open();
    await visit(plain, origins.limit);
    await plain.getByRole('link', { name: link }).first().tap();
    await plain.waitForURL('**/consumer');
    loads.push((await readVitals(plain)).fcp);
    await phone.close();
  }
  return [
    row('Route change to a page not seen yet', 'ms', times, { most: 100 }),
    row('The same page put in place by hand', 'ms', floors),
    ratio('Route change, ours / by hand', times, floors),
    row('The same link on the page without scripts', 'ms', loads),
    ratio('Route change, ours / limit', times, loads),
  ];
}

function changed(): Promise<number> {
  return (globalThis as unknown as Changed).changed;
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

/** Has the next page ready, styles too, and shows it at the next click. */
async function changeByHand(address: string): Promise<void> {
  const next = await new Promise<Document>((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onload = () => resolve(request.responseXML as Document);
    request.send();
  });
  const main = document.adoptNode(next.querySelector('main') as HTMLElement);
  const sheets = [...next.querySelectorAll('style')].map((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? '');
    return sheet;
  });
  (globalThis as unknown as Changed).changed = new Promise((resolve) => {
    addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        document.adoptedStyleSheets = sheets;
        document.querySelector('main')?.replaceWith(main);
        scrollTo(0, 0);
        requestAnimationFrame(() =>
          requestAnimationFrame((now) => resolve(now - event.timeStamp)),
        );
      },
      { capture: true, once: true },
    );
  });
}
