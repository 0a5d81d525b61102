import type { Page } from 'playwright';
import { freshPhone, type Observed, visit } from '../phone.ts';
import { type Row, ratio, row } from '../row.ts';
import type { Bench } from '../variants.ts';
import { openDatabase, putAndThank } from './submits.ts';

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
      await page.getByLabel('Favorite brand').fill('Skeinwell');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: 'Join Waitlist' }).tap();
      await page.getByRole('status').first().waitFor();
    },
  },
};

/**
 * From a touch or key to the next paint, the slowest of each kind; and turn by
 * turn the same on the page without scripts, where the browser does it alone.
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
      times.push(await timeOn(origins.ours + address));
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
