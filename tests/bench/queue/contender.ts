import type { Page } from 'playwright';
import { dispatchSync } from '../../support/engines/chromium.ts';
import { type Deed, inStore } from '../../support/indexed-db.ts';
import { workerReady } from '../../support/waitlist.ts';
import * as inside from './inside.ts';

/** A way to get submissions to the records, as the faults need to drive it. */
export interface Contender {
  name: string;
  path: string;
  ready(page: Page): Promise<void>;
  /** One submission, until the visitor has been told that it is taken. */
  submit(page: Page, message: string): Promise<void>;
  /** How many still wait. */
  left(page: Page): Promise<number>;
  /** Makes all that waits that much older. */
  age(page: Page, by: number): Promise<void>;
  /** Gives one more reason to send, as time would. */
  nudge(page: Page): Promise<void>;
  /** Another delivery beside the one that the network's return has started. */
  replay(page: Page): Promise<void>;
}

/** Where the Queue keeps what waits. */
const requests: Deed = {
  database: 'workbox-background-sync',
  store: 'requests',
};

async function older(page: Page, by: number, fields: string[], deed?: Deed) {
  await page.evaluate(inStore, { ...deed, age: { fields, by } });
}

export const outbox: Contender = {
  name: 'outbox',
  path: '/careers',
  ready: workerReady,
  async submit(page, message) {
    if (await page.getByRole('status').isVisible()) await page.reload();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('status').waitFor();
  },
  left: async (page) => (await page.evaluate(inStore, {})).length,
  age: (page, by) => older(page, by, ['createdAt', 'dueAt']),
  async nudge(page) {
    await page.reload();
    await page.evaluate(inside.tellOnline);
  },
  replay: (page) => page.evaluate(inside.tellOnline),
};

export const queue: Contender = {
  name: 'Queue',
  path: '/',
  ready: workerReady,
  submit: (page, message) => page.evaluate(inside.postCommit, message),
  left: async (page) => (await page.evaluate(inStore, requests)).length,
  age: (page, by) => older(page, by, ['timestamp'], requests),
  // The event that Chromium would send by itself after minutes.
  nudge: (page) =>
    dispatchSync(page.context(), 'workbox-background-sync:pear', false),
  replay: (page) => page.evaluate(inside.tellWorker),
};
