import { expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/firebase/outcome.ts';
import { deliver, type Effects } from '../../src/outbox/delivery.ts';
import type { DeliveryOptions } from '../../src/outbox/messages.ts';
import {
  createSubmission,
  currentVersion,
  postpone,
  refuse,
  type Submission,
} from '../../src/outbox/submission.ts';

const now = 1_700_000_000_000;
const make = (id: string) => createSubmission(id, 'careers', {}, now);
const delivered: Outcome = { kind: 'delivered' };
const later = { kind: 'later', error: 'unavailable' } as const;
const never = { kind: 'refused', error: 'invalid-argument' } as const;

/** Delivers these with these answers; gives what was sent and what is left. */
async function deliverAll(
  submissions: Submission[],
  answers: Record<string, Outcome> = {},
  options: DeliveryOptions = {},
  given: Partial<Effects> = {},
) {
  const left = new Map(submissions.map((found) => [found.id, found]));
  const sent: string[] = [];
  const announce = vi.fn();
  const report = vi.fn();
  const effects: Effects = {
    list: async () => [...left.values()],
    read: async (id) => left.get(id),
    isEdited: async () => false,
    update: async (changed) => void left.set(changed.id, changed),
    markDelivered: async (id) => void left.delete(id),
    send: async ({ id }) => {
      sent.push(id);
      return answers[id] ?? delivered;
    },
    whileLocked: (_, work) => work(),
    now: () => now,
    random: () => 1,
    announce,
    report,
    ...given,
  };
  const waiting = await deliver(effects, options);
  return { sent, left, waiting, announce, report };
}

const one = make('one');
const newer = { ...one, version: currentVersion + 1 };
const early = postpone(one, now, 5000, 'unavailable');
const tired = { ...early, attempts: 9 };
const tried = { ...one, attempts: 2 };
const refused = refuse(one, 0, 'permission-denied');
const calm = {};
const hopeful = { ignoreBackoff: true };
const eager = { ignoreBackoff: true, retryFailed: true };
const failedOnce = { state: 'refused', attempts: 1 } as const;
const failedTwice: Partial<Submission> = {
  ...failedOnce,
  error: never.error,
  attempts: 2,
  dueAt: now,
};
const waitsLong = { attempts: 3, dueAt: now + 4000, error: later.error };
const waitsAnew = { attempts: 1, dueAt: now + 1000 };
const gone = undefined;
const unasked = undefined;

type Case = [
  name: string,
  before: Submission,
  asked: DeliveryOptions,
  answer: Outcome | undefined,
  after: Partial<Submission> | undefined,
  waiting: number,
];
test.each<Case>([
  ['a newer version is left alone', newer, hopeful, unasked, newer, 0],
  ['what is not due waits', early, calm, unasked, early, 1],
  ['unless it is asked for now', early, hopeful, delivered, gone, 0],
  ['what was refused stays so', refused, hopeful, unasked, refused, 0],
  [
    'unless it is asked for',
    refused,
    { retryFailed: true },
    delivered,
    gone,
    0,
  ],
  ['refused, it meets no answer', refused, eager, later, refused, 0],
  ['refused, it is refused again', refused, eager, never, failedTwice, 0],
  ['a first refusal is no waiting', one, calm, never, failedOnce, 0],
  ['waits are as long as attempts say', tried, calm, later, waitsLong, 1],
  ['in vain again, waits begin anew', tired, hopeful, later, waitsAnew, 1],
])('%s', async (_, before, asked, answer, after, waits) => {
  const answers = answer ? { one: answer } : {};
  const { sent, left, waiting, announce } = await deliverAll(
    [before],
    answers,
    asked,
  );
  expect(sent).toEqual(answer ? ['one'] : []);
  expect(left.get('one')).toEqual(after && expect.objectContaining(after));
  expect(waiting).toBe(waits);
  // Told wherever something has changed.
  expect(announce).toHaveBeenCalledTimes(after === before ? 0 : 1);
});

test.each([
  ['waits', later],
  ['is refused', never],
])('one that %s does not hold back the others', async (_, bad) => {
  const all = [make('bad'), make('good')];
  const { sent, left } = await deliverAll(all, { bad });
  expect(sent).toEqual(['bad', 'good']);
  expect([...left.keys()]).toEqual(['bad']);
});

test('what is being edited is not sent, whoever asks', async () => {
  const isEdited = async (id: string) => id === 'one';
  const { sent, waiting } = await deliverAll([one], {}, eager, { isEdited });
  expect(sent).toEqual([]);
  expect(waiting).toBe(1);
});

test.each(['markDelivered', 'update', 'read'] as const)(
  'one whose %s fails does not hold back the others, and waits',
  async (effect) => {
    const left: string[] = [];
    const broken = async (given: string | Submission) => {
      const id = typeof given === 'string' ? given : given.id;
      if (id === 'bad') throw new DOMException('Full', 'QuotaExceededError');
      left.push(id);
      return make(id);
    };
    const { sent, waiting } = await deliverAll(
      [make('bad'), make('good')],
      effect === 'update' ? { bad: later, good: later } : {},
      {},
      { [effect]: broken },
    );
    expect(sent).toContain('good');
    expect(left).toContain('good');
    expect(waiting).toBe(effect === 'update' ? 2 : 1);
  },
);

test('a refusal is reported, and nothing else', async () => {
  const all = [make('good'), make('waits'), make('refused')];
  const answers = { waits: later, refused: never };
  const { report } = await deliverAll(all, answers);
  expect(report.mock.calls).toEqual([
    [expect.objectContaining({ id: 'refused' }), 'invalid-argument'],
  ]);
});

test('what is submitted during a delivery is sent by it too, once', async () => {
  const all = [make('first')];
  const send = vi.fn(async ({ id }: Submission) => {
    if (id === 'first') all.push(make('second'));
    return later;
  });
  const list = async () => [...all];
  const read = async (id: string) => make(id);
  await deliverAll([], {}, {}, { list, read, send });
  expect(send.mock.calls.map(([{ id }]) => id)).toEqual(['first', 'second']);
});

test('what has gone meanwhile is no reason to wait', async () => {
  const once = [make('gone')];
  const list = async () => once.splice(0);
  const { sent, waiting } = await deliverAll([], {}, {}, { list });
  expect(sent).toEqual([]);
  expect(waiting).toBe(0);
});

test('what is not due is neither locked nor read again', async () => {
  const all = [early, { ...refused, id: 'two' }, { ...newer, id: 'three' }];
  const read = vi.fn();
  const { waiting } = await deliverAll(
    all,
    {},
    {},
    { read, whileLocked: read },
  );
  expect(read).not.toHaveBeenCalled();
  expect(waiting).toBe(1);
});
