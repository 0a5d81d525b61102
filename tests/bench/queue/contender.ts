import type { CDPSession, Page } from 'playwright';
import { readOutbox } from '../../faults/inside.ts';
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
  left: async (page) => (await page.evaluate(readOutbox)).length,
  age: (page, by) => page.evaluate(inside.ageOutbox, by),
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
  left: (page) => page.evaluate(inside.countQueue),
  age: (page, by) => page.evaluate(inside.ageQueue, by),
  nudge: (page) => dispatchSync(page, 'workbox-background-sync:pear'),
  replay: (page) => page.evaluate(inside.tellWorker),
};

/** The event that Chromium would send by itself after minutes. */
async function dispatchSync(page: Page, tag: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { registrationId } = await registrationOf(session, page);
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(page.url()).origin,
    registrationId,
    tag,
    lastChance: false,
  });
  await session.detach();
}

/** Registrations are told once, when the domain is enabled: listen first. */
async function registrationOf(session: CDPSession, page: Page) {
  const { origin } = new URL(page.url());
  const found = new Promise<{ registrationId: string }>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const ours = event.registrations.find(
        ({ scopeURL }) => new URL(scopeURL).origin === origin,
      );
      if (ours) resolve(ours);
    }),
  );
  await session.send('ServiceWorker.enable');
  return found;
}
