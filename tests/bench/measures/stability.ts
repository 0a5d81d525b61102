import { notFound, routes } from '../../../src/routes.ts';
import { freshPhone, type Observed, visit } from '../phone.ts';
import { type Row, row } from '../row.ts';
import type { Bench } from '../variants.ts';

/** All that moves by itself on any page, scrolled to its end. */
export async function measureStability(bench: Bench): Promise<Row[]> {
  const { browser, origins } = bench;
  let worst = { address: 'all pages', cls: 0 };
  for (const { path: address } of [...routes, notFound]) {
    const phone = await freshPhone(browser);
    const page = await phone.open();
    await visit(page, origins.ours + address);
    const cls = await page.evaluate(scrollThrough);
    if (cls > worst.cls) worst = { address, cls };
    await phone.close();
  }
  const what = `CLS, the worst of ${routes.length + 1} pages (${worst.address})`;
  return [row(what, '', [worst.cls], { most: 0 })];
}

async function scrollThrough(): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame);
  const { documentElement: page } = document;
  for (let y = 0; y < page.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' });
    await frame();
    await Promise.all([...document.images].map(shown));
    await frame();
  }
  return (globalThis as Observed).seen.cls;

  /** One that is near enough to be asked for; a hidden one never is. */
  function shown(image: HTMLImageElement): Promise<unknown> | undefined {
    const { top, bottom, height } = image.getBoundingClientRect();
    const isNear = height > 0 && top < innerHeight && bottom > 0;
    if (!isNear || image.complete) return undefined;
    return new Promise((resolve) => {
      image.onload = resolve;
      image.onerror = resolve;
    });
  }
}
