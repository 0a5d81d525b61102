import { freshPhone, visit } from '../phone.ts';
import { type Row, ratio, row } from '../row.ts';
import type { Bench } from '../variants.ts';

/** What the functions below leave in a page for each other. */
interface Page {
  bench: IDBDatabase;
  thanked: Promise<number>;
}

/**
 * What a thank-you costs beyond the one write to disk that it stands for, and
 * how much of that any page would pay: the same write and the same words, put
 * in place by hand on the page without scripts.
 */
export async function measureSubmits(bench: Bench): Promise<Row[]> {
  const { browser, origins, runs } = bench;
  const rows: Row[] = [];
  for (const network of ['with', 'without'] as const) {
    const submits: number[] = [];
    const puts: number[] = [];
    const floors: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const phone = await freshPhone(browser);
      const readied = async (origin: string) => {
        const page = await phone.open();
        await phone.context.setOffline(false);
        await visit(page, `${origin}/waitlist`);
        await phone.context.setOffline(network === 'without');
        await page.evaluate(openDatabase);
        return page;
      };
      const page = await readied(origins.ours);
      puts.push(await page.evaluate(putStrictly));
      await page.getByLabel('Favorite brand').fill('Skeinwell');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.evaluate(watchForThanks);
      await page.getByRole('button', { name: 'Join Waitlist' }).tap();
      submits.push(await page.evaluate(thanked));
      const bare = await readied(origins.limit);
      await bare.evaluate(putAndThank);
      await bare.getByRole('button', { name: 'Join Waitlist' }).tap();
      floors.push(await bare.evaluate(thanked));
      await phone.close();
    }
    const where = `${network} network`;
    rows.push(
      row(`Submit to thank-you, ${where}`, 'ms', submits),
      row(`One strict put, ${where}`, 'ms', puts),
      ratio(`Submit / strict put, ${where}`, submits, puts, { most: 2 }),
      row(`The put and the thank-you by hand, ${where}`, 'ms', floors),
      ratio(`Submit / by hand, ${where}`, submits, floors),
    );
  }
  return rows;
}

/** Where the two by hand keep what they put. */
export async function openDatabase(): Promise<void> {
  const opening = indexedDB.open('bench', 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('entries', { keyPath: 'id' });
  await new Promise<void>((resolve, reject) => {
    opening.onsuccess = () => resolve();
    opening.onerror = () => reject(opening.error);
  });
  Object.assign(globalThis, { bench: opening.result });
}

/** One write that is on disk when it is done. */
async function putStrictly(): Promise<number> {
  const { bench } = globalThis as unknown as Page;
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const strictly = { durability: 'strict' } as const;
    const tx = bench.transaction('entries', 'readwrite', strictly);
    const values = { brand: 'Skeinwell', email: 'ada@example.com' };
    tx.objectStore('entries').put({ id: crypto.randomUUID(), values });
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
  });
  return performance.now() - started;
}

function thanked(): Promise<number> {
  return (globalThis as unknown as Page).thanked;
}

function watchForThanks(): void {
  (globalThis as unknown as Page).thanked = new Promise((resolve) => {
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
export function putAndThank(): void {
  const page = globalThis as unknown as Page;
  page.thanked = new Promise((resolve) => {
    const thank = (event: Event) => {
      event.preventDefault();
      const submitted = performance.now();
      const strictly = { durability: 'strict' } as const;
      const tx = page.bench.transaction('entries', 'readwrite', strictly);
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
