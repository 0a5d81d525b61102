import fc from 'fast-check';
import {
  createSubmission,
  requeue,
  type Submission,
} from '../../src/outbox/submission.ts';
import { Device, type Fate, Server, type Store } from './world.ts';

const which = fc.nat({ max: 5 });
const words = fc.nat({ max: 3 });
const year = 365 * 24 * 60 * 60 * 1000;

const fates: Fate[] = ['answered', 'answer lost', 'unreachable', 'refused'];
const deaths = fc.option(fc.nat({ max: 24 }), { nil: undefined });

/** One thing that happens on the device; `which` picks a submission. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('submit' as const), words }),
  },
  fc.record({
    kind: fc.constant('edit' as const),
    which,
    words,
    /** Else of all there ever were: it may have left. */
    waiting: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('hold' as const), which }),
  fc.record({ kind: fc.constant('letGo' as const) }),
  fc.record({ kind: fc.constant('discard' as const), which }),
  fc.record({ kind: fc.constant('retry' as const), which }),
  fc.record({ kind: fc.constant('forget' as const) }),
  fc.record({
    kind: fc.constant('clock' as const),
    by: fc.constantFrom(1000, 60_000, 3_600_000, year, -year),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      flushers: fc.integer({ min: 1, max: 3 }),
      crashes: fc.array(deaths, { minLength: 3, maxLength: 3 }),
      locked: fc.boolean(),
      now: fc.boolean(),
      retryFailed: fc.boolean(),
      fates: fc.array(fc.constantFrom(...fates), { maxLength: 6 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

export const schedules = fc.array(step, { minLength: 1, maxLength: 12 });

interface Ending {
  server: Server;
  /** What must have arrived, by id, and nothing else but `mayArrive`. */
  mustArrive: Map<string, Submission['values']>;
  /** Discarded, edited or forgotten when their request had arrived already. */
  mayArrive: Map<string, Submission['values']>;
  /** Discarded, edited or forgotten before. */
  mustNotArrive: Set<string>;
}

/**
 * Lives through a schedule, then lets everything recover: the network is back,
 * no process dies, and delivery is asked for until nothing waits.
 */
export async function live(
  steps: readonly Step[],
  store: Store,
  pause: () => Promise<void>,
): Promise<Ending> {
  const server = new Server();
  const device = new Device(store, server, pause);
  const mustArrive = new Map<string, Submission['values']>();
  const mayArrive = new Map<string, Submission['values']>();
  const mustNotArrive = new Set<string>();
  let made = 0;

  async function submit(text: number, replaces?: string) {
    const values = { message: `words ${text}` };
    made += 1;
    const id = `id-${made}`;
    const submission = createSubmission(id, 'careers', values, device.now);
    const wasWaiting = replaces && (await store.read(replaces));
    const known = await store.add(submission, replaces);
    if (known === undefined) {
      if (wasWaiting) throw new Error(`${replaces} was waiting`);
      return;
    }
    if (replaces && !wasWaiting && known === id) {
      throw new Error(`${id} is kept for ${replaces}, which is gone`);
    }
    if (replaces && replaces !== known) withdraw(replaces);
    mustArrive.set(known, values);
  }

  function withdraw(id: string) {
    const values = mustArrive.get(id);
    if (!values) return;
    if (server.stored.has(id)) mayArrive.set(id, values);
    else if (mustArrive.delete(id)) mustNotArrive.add(id);
  }

  async function pick(index: number): Promise<string | undefined> {
    const ids = await store.keys();
    return ids[index % Math.max(1, ids.length)];
  }

  for (const current of steps) {
    const id = 'which' in current ? await pick(current.which) : undefined;
    switch (current.kind) {
      case 'submit':
        await submit(current.words);
        break;
      case 'edit': {
        const ever = `id-${1 + (current.which % Math.max(1, made))}`;
        const edited = current.waiting ? id : ever;
        if (edited && made > 0) await submit(current.words, edited);
        break;
      }
      case 'hold':
        if (id) device.held.add(id);
        break;
      case 'letGo':
        device.held.clear();
        break;
      case 'discard':
        if (id) await store.discard(id);
        if (id) withdraw(id);
        break;
      case 'forget':
        await store.clear(await store.keys());
        for (const known of [...mustArrive.keys()]) withdraw(known);
        break;
      case 'retry':
        if (id) await store.change(id, (found) => requeue(found, device.now));
        break;
      case 'clock':
        device.now += current.by;
        break;
      case 'deliver': {
        server.fates.splice(0, server.fates.length, ...current.fates);
        const { flushers, crashes, locked, now, retryFailed } = current;
        const lives = crashes.slice(0, flushers);
        const refused = await findRefused(store);
        await Promise.all(
          lives.map((crashAt) =>
            device.deliver(
              { ignoreBackoff: now, retryFailed },
              { crashAt, locked },
            ),
          ),
        );
        await checkStillRefused(refused, store);
      }
    }
  }
  server.fates.length = 0;
  device.held.clear();
  const calm = { crashAt: undefined, locked: true };
  await device.deliver({ ignoreBackoff: true, retryFailed: true }, calm);
  return { server, mustArrive, mayArrive, mustNotArrive };
}

async function findRefused(store: Store) {
  const found = await Promise.all((await store.keys()).map(store.read));
  return found.filter((one) => one?.state === 'refused');
}

/** Only an answer, or the visitor, changes what was refused. */
async function checkStillRefused(
  refused: Awaited<ReturnType<typeof findRefused>>,
  store: Store,
): Promise<void> {
  for (const before of refused) {
    const now = before && (await store.read(before.id));
    if (now && (now.state !== 'refused' || now.error !== before.error)) {
      throw new Error(`${now.id} was refused and is ${now.state}`);
    }
  }
}

/** Throws unless nothing was lost, doubled, changed or wrongly receipted. */
export async function check(
  { server, mustArrive, mayArrive, mustNotArrive }: Ending,
  store: Store,
): Promise<void> {
  const left = await store.keys();
  if (left.length > 0) throw new Error(`Still unsent: ${left}`);
  for (const [id, values] of mustArrive) {
    const stored = JSON.stringify(server.stored.get(id));
    if (stored !== JSON.stringify(values)) {
      throw new Error(`${id} should say ${JSON.stringify(values)}: ${stored}`);
    }
    if (!(await store.hasReceipt(id)) && !mayArrive.has(id)) {
      throw new Error(`${id} has no receipt`);
    }
  }
  for (const id of server.stored.keys()) {
    if (!mustArrive.has(id) && !mayArrive.has(id)) {
      throw new Error(`${id} was never submitted`);
    }
    if (mustNotArrive.has(id)) throw new Error(`${id} was withdrawn`);
  }
  for (const id of mayArrive.keys()) {
    if ((await store.hasReceipt(id)) && !server.stored.has(id)) {
      throw new Error(`${id} has a receipt and was never stored`);
    }
  }
}
