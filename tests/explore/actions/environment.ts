import { passingFaults } from '../../support/commits.ts';
import {
  type Action,
  action,
  glance,
  type Session,
  stored,
  until,
} from '../session.ts';

/** Something that happens to the whole browser. */
function event(
  name: string,
  run: (session: Session) => unknown,
  can: Action['can'] = () => true,
) {
  const happen: Action['run'] = async (_, session) => {
    await run(session);
    return 'elsewhere';
  };
  return action(`(${name})`, happen, can);
}

export const offline = event('offline', async (session) => {
  session.network.cut();
  await session.browser.setOffline?.(true);
  Object.assign(session, { isCut: true, isOffline: true });
});
export const cut = event('no route', (session) => {
  session.network.cut();
  session.isCut = true;
});
export const online = event('online', restore);

async function restore(session: Session): Promise<void> {
  session.network.restore();
  if (session.isOffline) await session.browser.setOffline?.(false);
  Object.assign(session, { isCut: false, isOffline: false });
  await wake(session);
}

/** As a network does that comes back. */
async function wake({ tabs }: Session): Promise<void> {
  for (const { tab } of tabs) {
    await tab.evaluate(() => void dispatchEvent(new Event('online')));
  }
}

export const fail = (index: number) =>
  event(`the server fails in way ${index + 1}`, ({ network }) =>
    network.fail(passingFaults[index] ?? { kind: 'reset' }),
  );
/** Two of three commits meet a fault, in no regular order. */
export const mixed = event('the server fails in many ways', ({ network }) =>
  network.failEach((commit) => {
    const mixed = Math.imul(commit, 0x9e3779b1) >>> 16;
    const fault = passingFaults[mixed % passingFaults.length];
    return mixed % 3 ? fault : undefined;
  }),
);
export const refuse = event('all that is new is refused', ({ network }) =>
  network.refuseNew(),
);
export const slow = event('the server is slow', (one) => one.network.hold());
/** One only: it costs whoever sends the whole of its time limit. */
export const silence = event('the server is silent once', ({ network }) =>
  network.fail({ kind: 'silence' }, 1),
);

/** Ends all faults; each page that is open has a reason to deliver. */
async function heal(session: Session): Promise<void> {
  session.network.heal();
  session.network.release();
  await restore(session);
}
export const mend = event('all is well', heal);

/** What is neither refused nor being edited is sent. */
export async function deliverAll(session: Session): Promise<void> {
  await heal(session);
  let looks = 0;
  await until(async () => {
    // A page that has just come may not listen yet.
    looks += 1;
    if (looks % 10 === 0) await wake(session);
    const [first] = session.tabs;
    if (!first) return true;
    const edited: (string | undefined)[] = [];
    for (const visited of session.tabs) {
      const { form } = await glance(visited);
      if (form) edited.push(form.edits, visited.accepted);
    }
    return (await stored(first))
      .filter(({ id, state }) => state === 'queued' && !edited.includes(id))
      .map(({ id }) => `${id} is not sent`);
  });
}
export const deliver = event('all is well until all is sent', deliverAll);

export const killWorker = event(
  'the worker is killed',
  ({ browser }) => browser.killWorker?.().catch(() => undefined),
  (_, { browser }) => browser.killWorker !== undefined,
);
