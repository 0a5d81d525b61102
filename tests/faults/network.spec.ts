import {
  connectionFaults,
  createFirestoreFault,
  deniedFault,
  type Fault,
  transientResponses,
} from '../support/network-faults.ts';
import { expect, test } from './fixtures.ts';
import { polling } from './visit.ts';

test('F1: delivers a submission when the network returns', {
  tag: '@engines',
}, async ({ scenario }) => {
  await scenario.queue('waitlist', () => scenario.goOffline());
  await scenario.goOnline();
});

test('F2, F3: delivers after failed connections', async ({ scenario }) => {
  await scenario.queue('careers');

  scenario.network.restore();
  await scenario.queue('brandSignup', () => scenario.network.close());
  await scenario.network.open();
});

// If a keep-alive connection breaks, browsers repeat the request themselves.
test('F5, F6: delivers a submission after a keep-alive connection broke', {
  tag: '@engines',
}, async ({ scenario }) => {
  scenario.network.keepAlive = true;
  for (const kind of ['reset', 'lose-answer'] as const) {
    const visit = await scenario.visit('waitlist');
    scenario.network.fail({ kind }, 4);
    await visit.submit();
    await visit.expectStatement('sent');
  }
});

const faults: Fault[] = [
  ...connectionFaults, // F5, F6, F7
  ...transientResponses,
  { kind: 'answer', status: 200, body: '[null]' },
  createFirestoreFault(401, 'UNAUTHENTICATED'), // F14
  deniedFault, // F15
  createFirestoreFault(404, 'NOT_FOUND'), // F16
  createFirestoreFault(400, 'INVALID_ARGUMENT'), // F17
  { kind: 'replace-answer', by: createFirestoreFault(409, 'ALREADY_EXISTS') }, // F18
];

test('F5 to F19: delivers a submission after each kind of error', {
  tag: '@engines',
}, async ({ scenario }) => {
  const visit = await scenario.visit('waitlist');
  scenario.network.failEach((commit) => faults[commit - 1]);
  await scenario.seed(visit, faults.length);
  await visit.reload();

  await expect(async () => {
    await visit.wake();
    expect(scenario.network.commits).toBeGreaterThanOrEqual(faults.length);
  }).toPass(polling);

  // A page load retries the refused submissions.
  await visit.reload();
});
