import {
  brokenConnections,
  type Fault,
  firestoreError,
  permissionDenied,
  transientAnswers,
} from '../support/network-faults.ts';
import { engines, expect, test } from './fixtures.ts';
import { polling } from './visit.ts';

test('F1: delivers when the network returns', engines, async ({ story }) => {
  await story.queue('waitlist', () => story.goOffline());
  await story.goOnline();
});

test('F2, F3: delivers after failed connections', async ({ story }) => {
  await story.queue('careers');
  story.network.restore();
  await story.queue('brandSignup', () => story.network.close());
  await story.network.open();
});

// If a keep-alive connection breaks, browsers repeat the request themselves.
test('F5, F6: delivers if keep-alive fails', engines, async ({ story }) => {
  story.network.keepAlive = true;
  for (const kind of ['reset', 'lose-answer'] as const) {
    const visit = await story.visit('waitlist');
    story.network.fail({ kind }, 4);
    await visit.submit();
    await visit.expectStatement('sent');
  }
});

const faults: Fault[] = [
  ...brokenConnections, // F5, F6, F7
  ...transientAnswers,
  { kind: 'answer', status: 200, body: '[null]' },
  firestoreError(401, 'UNAUTHENTICATED'), // F14
  permissionDenied, // F15
  firestoreError(404, 'NOT_FOUND'), // F16
  firestoreError(400, 'INVALID_ARGUMENT'), // F17
  { kind: 'replace-answer', by: firestoreError(409, 'ALREADY_EXISTS') }, // F18
];

test('F5 to F19: delivers after every error', engines, async ({ story }) => {
  const visit = await story.visit('waitlist');
  story.network.failEach((commit) => faults[commit - 1]);
  await story.seed(visit, faults.length);
  await visit.reload();
  await expect(async () => {
    await visit.wake();
    expect(story.network.commits).toBeGreaterThanOrEqual(faults.length);
  }).toPass(polling);
  // A page load retries the refused messages.
  await visit.reload();
});
