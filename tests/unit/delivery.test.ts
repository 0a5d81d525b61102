import { expect, test } from 'vitest';
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
