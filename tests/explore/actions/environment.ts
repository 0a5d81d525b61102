import { transientFaults } from '../../support/network-faults.ts';
import { action, poll, type Session } from '../session.ts';

/** Something that happens to the whole browser. */
const event = (name: string, run: (session: Session) => unknown) =>
  action(`(${name})`, async (_, session) => void (await run(session)));

export const offline = event('the browser goes offline', async (session) => {
  session.network.cut();
  await session.browser.setOffline?.(true);
  session.isOffline = true;
});
export const cut = event('the network is cut', ({ network }) => network.cut());
export const online = event('the network returns', restore);

async function restore(session: Session): Promise<void> {
  session.network.restore();
  if (session.isOffline) await session.browser.setOffline?.(false);
  session.isOffline = false;
  await dispatchOnline(session);
}

/** Dispatches the event of a returning network. */
async function dispatchOnline({ tabs }: Session): Promise<void> {
  for (const { tab } of tabs) {
    await tab.evaluate(() => void dispatchEvent(new Event('online')));
  }
}

export const fail = (index: number) =>
  event(`each commit meets fault ${index + 1}`, ({ network }) =>
    network.fail(transientFaults[index] ?? { kind: 'reset' }),
  );
export const refuse = event('the server refuses new records', ({ network }) =>
  network.refuseNew(),
);
export const slow = event('the server is slow', (one) => one.network.hold());

/** Ends all faults, and gives each open page a reason to deliver. */
async function repair(session: Session): Promise<void> {
  session.network.heal();
  session.network.release();
  await restore(session);
}
export const endFaults = event('all faults end', repair);

/** Waits until each message is sent that is neither refused nor being edited. */
export async function deliverAll(session: Session): Promise<void> {
  await repair(session);
  let polls = 0;
  const unsent = async () => {
    // A page may not have listened to the first event yet.
    polls += 1;
    if (polls % 10 === 0) await dispatchOnline(session);
    const [first] = session.tabs;
    if (!first) return [];
    const edited: (string | undefined)[] = [];
    for (const visited of session.tabs) {
      const { form } = await visited.refresh();
      if (form) edited.push(form.edits, visited.accepted);
    }
    return (await first.stored())
      .filter(({ id, state }) => state === 'queued' && !edited.includes(id))
      .map(({ id }) => id);
  };
  await poll(unsent, 'unsent messages').toEqual([]);
}
export const deliver = event('all faults end, until all is sent', deliverAll);

/** WebKit's driver cannot stop a worker. */
export const killWorker = event('the worker is killed', ({ browser }) =>
  browser.killWorker?.().catch(() => undefined),
);
