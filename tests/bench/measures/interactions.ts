import type { Page } from 'playwright';
import { fillIn, waitlistForm } from '../../support/forms.ts';
import { workerReady } from '../../support/waitlist.ts';
import { freshPhone, type Observed, visit } from '../phone.ts';
import { type Row, ratio, row } from '../row.ts';
import type { Bench } from '../variants.ts';

const tapJoin = (page: Page) =>
  page.getByRole('button', { name: waitlistForm.button }).tap();

const interactions: Record<
  string,
  {
    address: string;
    act: (page: Page) => Promise<void>;
    /** Readies the page without scripts for the same; most need nothing. */
    prepare?: (page: Page) => Promise<void>;
  }
> = {
  menu: {
    address: '/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu', exact: true }).tap();
      await page.getByRole('button', { name: 'Close menu' }).tap();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor({
        state: 'hidden',
      });
    },
  },
  question: {
    address: '/faq',
    act: (page) => page.locator('main summary').first().tap(),
  },
  typing: {
    address: '/waitlist',
    act: async (page) => {
      await page.getByLabel('Favorite brand').pressSequentially('Skeinwell');
    },
  },
  submit: {
    address: '/waitlist',
    prepare: async (page) => {
      await page.evaluate(openDatabase);
      await page.evaluate(putAndThank);
    },
    act: async (page) => {
      await fillIn(page, waitlistForm);
      await tapJoin(page);
      await page.getByRole('status').first().waitFor();
    },
  },
};

/**
 * From a touch or key to the next paint, the slowest of each kind; and turn by
 * turn the same on the page without scripts, where the browser does it alone.
 * First the worker has kept all files: here it does so without the slow
 * network, in a second that takes the cores from the page.
 */
export async function measureInteractions(bench: Bench): Promise<Row[]> {
  const { browser, origins, runs } = bench;
  const rows: Row[] = [];
  for (const [name, interaction] of Object.entries(interactions)) {
    const { address, act, prepare } = interaction;
    const timeOn = async (url: string, ready?: typeof prepare) => {
      const phone = await freshPhone(browser);
      const page = await phone.open();
      await visit(page, url);
      await ready?.(page);
      await act(page);
      const time = await page.evaluate(slowest);
      await phone.close();
      return time;
    };
    const times: number[] = [];
    const floors: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      times.push(await timeOn(origins.ours + address, workerReady));
      floors.push(await timeOn(origins.limit + address, prepare));
    }
    const what = `Slowest interaction: ${name}`;
    rows.push(
      row(what, 'ms', times, { most: 100 }),
      row(`${what}, limit`, 'ms', floors),
      ratio(`${what}, ours / limit`, times, floors),
    );
  }
  return rows;
}

/** The browser tells of what took 16 ms and more, once it is painted. */
async function slowest(): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  await new Promise((resolve) => setTimeout(resolve, 200));
  return Math.max(16, ...(globalThis as Observed).seen.events);
}

/** What the functions below leave in a page for each other. */
interface Left {
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
        if (origin === origins.ours) await workerReady(page);
        await phone.context.setOffline(network === 'without');
        await page.evaluate(openDatabase);
        return page;
      };
      const page = await readied(origins.ours);
      puts.push(await page.evaluate(putStrictly));
      await fillIn(page, waitlistForm);
      await page.evaluate(watchForThanks);
      await tapJoin(page);
      submits.push(await page.evaluate(thanked));
      const bare = await readied(origins.limit);
      await bare.evaluate(putAndThank);
      await tapJoin(bare);
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
async function openDatabase(): Promise<void> {
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
  const { bench } = globalThis as unknown as Left;
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
  return (globalThis as unknown as Left).thanked;
}

function watchForThanks(): void {
  (globalThis as unknown as Left).thanked = new Promise((resolve) => {
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
function putAndThank(): void {
  const page = globalThis as unknown as Left;
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
