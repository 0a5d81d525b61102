import type { Page } from 'playwright';
import { dispatchSync } from '../../support/engines/chromium.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { inStore, type StoreWork } from '../../support/indexed-db.ts';

/** A way to get submissions to the records, as the faults need to drive it. */
export interface Contender {
  path: string;
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
const requests: StoreWork = {
  database: 'workbox-background-sync',
  store: 'requests',
};

async function older(
  page: Page,
  by: number,
  fields: string[],
  work?: StoreWork,
) {
  await page.evaluate(inStore, { ...work, age: { fields, by } });
}

export const outbox: Contender = {
  path: '/careers',
  async submit(page, message) {
    if (await page.getByRole('status').isVisible()) await page.reload();
    await fillIn(page, careersForm);
    await page.getByLabel('Message').fill(message);
    await submit(page, careersForm);
    await page.getByRole('status').waitFor();
  },
  left: async (page) => (await page.evaluate(inStore, {})).length,
  age: (page, by) => older(page, by, ['createdAt', 'dueAt']),
  async nudge(page) {
    await page.reload();
    await page.evaluate(tellOnline);
  },
  replay: (page) => page.evaluate(tellOnline),
};

export const queue: Contender = {
  path: '/',
  submit: (page, message) => page.evaluate(postCommit, message),
  left: async (page) => (await page.evaluate(inStore, requests)).length,
  age: (page, by) => older(page, by, ['timestamp'], requests),
  // The event that Chromium would send by itself after minutes.
  nudge: (page) => dispatchSync(page.context(), 'workbox-background-sync:pear'),
  replay: (page) => page.evaluate(tellWorker),
};

// In the page: each must hold all it needs.

/** What a form does that leaves the rest to the Queue: one POST, its own id. */
async function postCommit(message: string): Promise<void> {
  const database = 'projects/demo-pear/databases/(default)';
  const name = `${database}/documents/careers/${crypto.randomUUID()}`;
  const fields = {
    name: { stringValue: 'Ada' },
    email: { stringValue: 'ada@example.com' },
    message: { stringValue: message },
  };
  const updateTransforms = [
    { fieldPath: 'timestamp', setToServerValue: 'REQUEST_TIME' },
  ];
  const writes = [{ update: { name, fields }, updateTransforms }];
  await fetch(`/v1/${database}/documents:commit`, {
    method: 'POST',
    body: JSON.stringify({ writes }),
  });
}

function tellOnline(): void {
  dispatchEvent(new Event('online'));
}

async function tellWorker(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('replay');
}
