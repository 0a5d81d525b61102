import { transientFaults } from '../../support/network-faults.ts';
import {
  type Action,
  action,
  openTab,
  poll,
  type Session,
} from '../session.ts';

/** Defines an action that happens to the whole browser. */
function define(
  name: string,
  run: (session: Session) => unknown,
  can: (session: Readonly<Session>) => boolean = () => true,
) {
  const runInSession: Action['run'] = async (_, session) => {
    await run(session);
    return 'elsewhere';
  };
  return action(`(${name})`, runInSession, (_, session) => can(session));
}

export const offline = define('the browser goes offline', async (session) => {
  session.network.cut();
  await session.browser.setOffline?.(true);
  Object.assign(session, { isCut: true, isOffline: true });
});
export const cut = define('the network is cut', (session) => {
  session.network.cut();
  session.isCut = true;
});
export const online = define('the network returns', restore);

async function restore(session: Session): Promise<void> {
  session.network.restore();
  if (session.isOffline) await session.browser.setOffline?.(false);
  Object.assign(session, { isCut: false, isOffline: false });
  await dispatchOnline(session);
}

/** Dispatches the event 'online' in all tabs. */
async function dispatchOnline({ tabs }: Session): Promise<void> {
  for (const { tab } of tabs) {
    await tab.evaluate(() => void dispatchEvent(new Event('online')));
  }
}

export const fail = (index: number) =>
  define(`each commit meets fault ${index + 1}`, ({ network }) =>
    network.fail(transientFaults[index] ?? { kind: 'reset' }),
  );
/** Two of three commits meet a fault, in an irregular but fixed order. */
export const mixed = define('commits meet different faults', ({ network }) =>
  network.failEach((commit) => {
    const hash = Math.imul(commit, 0x9e3779b1) >>> 16;
    const fault = transientFaults[hash % transientFaults.length];
    return hash % 3 ? fault : undefined;
  }),
);
export const refuse = define('the server refuses new records', ({ network }) =>
  network.refuseNew(),
);
export const slow = define('the server is slow', (one) => one.network.hold());
/** Ignores only one commit, because each ignored commit costs a full timeout. */
export const silence = define('the server ignores a commit', ({ network }) =>
  network.fail({ kind: 'silence' }, 1),
);

/** Ends all faults, and makes each open page deliver. */
async function repair(session: Session): Promise<void> {
  session.network.heal();
  session.network.release();
  await restore(session);
}
export const endFaults = define('all faults end', repair);

/** Waits until all messages are sent, except refused and edited messages. */
export async function deliverAll(session: Session): Promise<void> {
  await repair(session);
  let polls = 0;
  const listUnsent = async () => {
    // Repeats the event, because a page may have missed it while loading.
    polls += 1;
    if (polls % 10 === 0) await dispatchOnline(session);
    const [first] = session.tabs;
    if (!first) return [];
    const editedIds: (string | undefined)[] = [];
    for (const visited of session.tabs) {
      const { form } = await visited.refresh();
      if (form) editedIds.push(form.edits, visited.accepted);
    }
    return (await first.stored())
      .filter(({ id, state }) => state === 'queued' && !editedIds.includes(id))
      .map(({ id }) => id);
  };
  await poll(listUnsent, 'unsent messages').toEqual([]);
}
export const deliver = define('all faults end, until all is sent', deliverAll);

export const killWorker = define(
  'the worker is killed',
  ({ browser }) => browser.killWorker?.().catch(() => undefined),
  ({ browser }) => browser.killWorker !== undefined,
);

/** Loses the typed text too, because the browser restores no tab. */
export const killBrowser = define(
  'the browser is killed and starts again',
  async (session) => {
    const { browser, tabs, isOffline } = session;
    const path = tabs[0]?.snapshot.path ?? '/';
    await browser.kill?.();
    tabs.length = 0;
    if (isOffline) await browser.setOffline?.(true);
    await openTab(session, path);
  },
  ({ browser }) => browser.kill !== undefined,
);
