import type { Browser } from 'playwright';
import { freshPhone, visit } from '../phone.ts';
import { type Row, row } from '../row.ts';
import { ratioOf, sampleOf } from '../statistics.ts';
import type { Variants } from '../variants.ts';

interface Thanked {
  thanked: Promise<number>;
}

/**
 * What a thank-you costs beyond the one write to disk that it stands for, and
 * how much of that any page would pay: the same write and the same words, put
 * in place by hand on the page without scripts.
 */
export async function measureSubmits(
  browser: Browser,
  { origins }: Variants,
  runs: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const network of ['with', 'without'] as const) {
    const submits: number[] = [];
    const puts: number[] = [];
    const floors: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const phone = await freshPhone(browser);
      const page = await phone.open();
      await visit(page, `${origins.ours}/waitlist`);
      if (network === 'without') await phone.context.setOffline(true);
      puts.push(await page.evaluate(putStrictly));
      await page.getByLabel('Favorite brand').fill('Skeinwell');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.evaluate(watchForThanks);
      await page.getByRole('button', { name: 'Join Waitlist' }).tap();
      submits.push(
        await page.evaluate(() => (globalThis as unknown as Thanked).thanked),
      );
      const bare = await phone.open();
      await phone.context.setOffline(false);
      await visit(bare, `${origins.limit}/waitlist`);
      if (network === 'without') await phone.context.setOffline(true);
      await bare.evaluate(putAndThank);
      await bare.getByRole('button', { name: 'Join Waitlist' }).tap();
      floors.push(
        await bare.evaluate(() => (globalThis as unknown as Thanked).thanked),
      );
      await phone.close();
    }
    rows.push(
      row(`Submit to thank-you, ${network} network`, 'ms', sampleOf(submits)),
      row(`One strict put, ${network} network`, 'ms', sampleOf(puts)),
      row(
        `Submit / strict put, ${network} network`,
        'x',
        ratioOf(submits, puts),
        { most: 2 },
      ),
      row(
        `The put and the thank-you by hand, ${network} network`,
        'ms',
        sampleOf(floors),
      ),
      row(
        `Submit / by hand, ${network} network`,
        'x',
        ratioOf(submits, floors),
      ),
    );
  }
  return rows;
}

/** One write that is on disk when it is done, in an open database. */
async function putStrictly(): Promise<number> {
  const opening = indexedDB.open('bench', 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('entries', { keyPath: 'id' });
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const tx = db.transaction('entries', 'readwrite', { durability: 'strict' });
    tx.objectStore('entries').put({
      id: crypto.randomUUID(),
      values: { brand: 'Skeinwell', email: 'ada@example.com' },
    });
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
  });
  const took = performance.now() - started;
  db.close();
  return took;
}

function watchForThanks(): void {
  (globalThis as unknown as Thanked).thanked = new Promise((resolve) => {
    addEventListener(
      'submit',
      () => {
        const submitted = performance.now();
        const observer = new MutationObserver(() => {
          const status = document.querySelector('main [role="status"]');
          if (!status?.textContent?.startsWith('Thank you')) return;
          observer.disconnect();
          resolve(performance.now() - submitted);
        });
        observer.observe(document, {
          childList: true,
          subtree: true,
          characterData: true,
        });
      },
      { capture: true, once: true },
    );
  });
}

/** At the next submit: one durable write, then the words, with the focus. */
export async function putAndThank(): Promise<void> {
  const opening = indexedDB.open('bench', 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('entries', { keyPath: 'id' });
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  (globalThis as unknown as Thanked).thanked = new Promise((resolve) => {
    const thank = (event: Event) => {
      event.preventDefault();
      const submitted = performance.now();
      const strictly = { durability: 'strict' } as const;
      const tx = db.transaction('entries', 'readwrite', strictly);
      tx.objectStore('entries').put({ id: crypto.randomUUID() });
      tx.oncomplete = () => {
        const words = document.createElement('p');
        words.role = 'status';
        words.tabIndex = -1;
        words.textContent = "Thank you! We've added you to the list.";
        document.querySelector('main form')?.replaceWith(words);
        words.focus();
        resolve(performance.now() - submitted);
      };
    };
    // The browser would not send what is not filled in.
    addEventListener('click', thank, { capture: true, once: true });
  });
}
