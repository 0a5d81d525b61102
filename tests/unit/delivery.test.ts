import { expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/firebase/outcome.ts';
import {
  deliver,
  type Eagerness,
  type World,
} from '../../src/outbox/delivery.ts';
import {
  createSubmission,
  currentVersion,
  fail,
  postpone,
  type Submission,
} from '../../src/outbox/submission.ts';

const now = 1_700_000_000_000;
const one = (id: string) => createSubmission(id, 'careers', {}, now);

/** Delivers these with these answers; gives what was sent and what is left. */
async function deliverAll(
  submissions: Submission[],
  answers: Record<string, Outcome> = {},
  eagerness: Eagerness = {},
  effects: Partial<World> = {},
) {
  const left = new Map(submissions.map((found) => [found.id, found]));
  const sent: string[] = [];
  const world: World = {
    keys: async () => [...left.keys()],
    read: async (id) => left.get(id),
    isHeld: async () => false,
    update: async (changed) => void left.set(changed.id, changed),
    settle: async (id) => void left.delete(id),
    send: async ({ id }) => {
      sent.push(id);
      return answers[id] ?? { kind: 'delivered' };
    },
    exclusively: (work) => work(),
    now: () => now,
    random: () => 0,
    announce: () => undefined,
    report: () => undefined,
    ...effects,
  };
  const waiting = await deliver(world, eagerness);
  return { sent, left, waiting };
}

const later: Outcome = { kind: 'later', error: 'unavailable' };
const never: Outcome = { kind: 'never', error: 'permission-denied' };

test.each([
  ['waits', later],
  ['is refused', never],
])('one that %s does not hold back the others', async (_, answer) => {
  const { sent, left } = await deliverAll([one('bad'), one('good')], {
    bad: answer,
  });
  expect(sent).toEqual(['bad', 'good']);
  expect([...left.keys()]).toEqual(['bad']);
});

test('what is being edited is not sent, whoever asks', async () => {
  const { sent, waiting } = await deliverAll(
    [one('held')],
    {},
    { now: true, failedToo: true },
    { isHeld: async (id) => id === 'held' },
  );
  expect(sent).toEqual([]);
  expect(waiting).toBe(1);
});

test.each(['settle', 'update', 'read'] as const)(
  'one whose %s fails does not hold back the others, and waits',
  async (effect) => {
    const left: string[] = [];
    const broken = async (given: string | Submission) => {
      const id = typeof given === 'string' ? given : given.id;
      if (id === 'bad') throw new DOMException('Full', 'QuotaExceededError');
      left.push(id);
      return one(id);
    };
    const { sent, waiting } = await deliverAll(
      [one('bad'), one('good')],
      effect === 'update' ? { bad: later, good: later } : {},
      {},
      { [effect]: broken },
    );
    expect(sent).toContain('good');
    expect(left).toContain('good');
    expect(waiting).toBe(effect === 'update' ? 2 : 1);
  },
);

test('a record of a newer version is left as it is', async () => {
  const newer = { ...one('newer'), version: currentVersion + 1 };
  const { sent, left } = await deliverAll([newer], {}, { now: true });
  expect(sent).toEqual([]);
  expect(left.get('newer')).toBe(newer);
});

test('what is not due waits, unless it is asked for now', async () => {
  const waits = postpone(one('waits'), now, 5000, 'unavailable');
  expect((await deliverAll([waits])).sent).toEqual([]);
  expect((await deliverAll([waits], {}, { now: true })).sent).toEqual([
    'waits',
  ]);
});

test('asked for now, and in vain, it waits as after a first attempt', async () => {
  const tired = {
    ...postpone(one('tired'), now, 5000, 'unknown'),
    attempts: 9,
  };
  const answers = { tired: later };
  const { left } = await deliverAll([tired], answers, { now: true });
  const { attempts, dueAt } = left.get('tired') ?? one('lost');
  expect(attempts).toBe(1);
  expect(dueAt - now).toBeLessThanOrEqual(1000);
});

test('what was refused is sent again only when asked for', async () => {
  const refused = fail(one('refused'), 'permission-denied');
  expect((await deliverAll([refused], {}, { now: true })).sent).toEqual([]);
  const again = await deliverAll([refused], {}, { failedToo: true });
  expect(again.sent).toEqual(['refused']);
});

test('what waits after an attempt counts, what is refused does not', async () => {
  const { waiting, left } = await deliverAll([one('waits'), one('refused')], {
    waits: later,
    refused: never,
  });
  expect(waiting).toBe(1);
  expect(left.get('waits')).toMatchObject({ state: 'queued', attempts: 1 });
  expect(left.get('refused')).toMatchObject({ state: 'failed', attempts: 1 });
});

test('a refused one that meets no answer stays as it was', async () => {
  const refused = fail(one('refused'), 'permission-denied');
  const { left, waiting } = await deliverAll(
    [refused],
    { refused: later },
    { now: true, failedToo: true },
  );
  expect(left.get('refused')).toBe(refused);
  expect(waiting).toBe(0);
});

test('each outcome is told, and a refusal is reported', async () => {
  const announce = vi.fn();
  const report = vi.fn();
  await deliverAll(
    [one('good'), one('waits'), one('refused')],
    { waits: later, refused: never },
    {},
    { announce, report },
  );
  expect(announce).toHaveBeenCalledTimes(3);
  expect(report).toHaveBeenCalledTimes(1);
  const [refused, error] = report.mock.calls[0] ?? [];
  expect(refused).toMatchObject({ id: 'refused' });
  expect(error).toBe('permission-denied');
});

test('what needs no try is neither sent nor told', async () => {
  const announce = vi.fn();
  const waits = postpone(one('waits'), now, 5000, 'unavailable');
  const refused = fail(one('refused'), 'permission-denied');
  const { waiting } = await deliverAll([waits, refused], {}, {}, { announce });
  expect(waiting).toBe(1);
  expect(announce).not.toHaveBeenCalled();
});

test('what was refused and is refused again stays so', async () => {
  const refused = fail(one('refused'), 'permission-denied');
  const again: Outcome = { kind: 'never', error: 'invalid-argument' };
  const { left } = await deliverAll(
    [refused],
    { refused: again },
    { failedToo: true },
  );
  expect(left.get('refused')).toMatchObject({
    state: 'failed',
    error: 'invalid-argument',
    attempts: 2,
  });
});

test('a wait is as long as the attempts and chance say', async () => {
  const tried = { ...one('tried'), attempts: 2 };
  const { left } = await deliverAll(
    [tried],
    { tried: later },
    {},
    { random: () => 1 },
  );
  expect(left.get('tried')).toMatchObject({
    attempts: 3,
    dueAt: now + 4000,
    error: 'unavailable',
  });
});

test('what is submitted during a delivery is sent by it too, once', async () => {
  const ids = ['first'];
  const sent: string[] = [];
  await deliverAll(
    [one('first'), one('second')],
    {},
    {},
    {
      keys: async () => [...ids],
      send: async ({ id }) => {
        sent.push(id);
        if (id === 'first') ids.push('second');
        return later;
      },
    },
  );
  expect(sent).toEqual(['first', 'second']);
});

test('what has gone meanwhile is no reason to wait', async () => {
  const { sent, waiting } = await deliverAll(
    [],
    {},
    {},
    { keys: once(['gone']) },
  );
  expect(sent).toEqual([]);
  expect(waiting).toBe(0);
});

/** Gives these ids first, and none later. */
function once(ids: string[]) {
  return async () => ids.splice(0);
}
