import { beforeEach, expect, test, vi } from 'vitest';
import { announceDeliveryResults } from '../../../src/app/delivery-results.ts';
import type { Status } from '../../../src/outbox/submission.ts';
import { outbox } from '../../../src/submissions/outbox.ts';
import * as shown from '../../../src/submissions/shown-submissions.ts';

const region = { textContent: '' };
let statuses: Map<string, Status>;
let notify = () => {};

/** Changes the status of a submission, as a read of the outbox does. */
function setStatus(id: string, status: Status): void {
  statuses = new Map(statuses).set(id, status);
  notify();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelectorAll: () => [region] });
  vi.spyOn(shown, 'isShown').mockImplementation((id) => id === 'in view');
  vi.spyOn(outbox, 'getSnapshot').mockImplementation(() => ({
    readMoment: 0,
    unsent: [],
    statuses,
  }));
  vi.spyOn(outbox, 'subscribe').mockImplementation((listener) => {
    notify = listener;
    return () => {};
  });
  statuses = new Map();
  const stop = announceDeliveryResults();

  return () => {
    stop();
    vi.runAllTimers();
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

test('results within a second of each other are one announcement', () => {
  for (const id of ['a', 'b', 'c']) {
    setStatus(id, 'refused');
    vi.advanceTimersByTime(900);
    expect(region.textContent).toBe('');
  }
  vi.advanceTimersByTime(200);
  expect(region.textContent).toBe('3 messages could not be sent.');
});

test.each<[string, Status[], string]>([
  ['one sent', ['sent'], 'Your message was sent.'],
  ['one refused', ['refused'], 'Your message could not be sent.'],
  ['two sent', ['sent', 'sent'], '2 messages were sent.'],
  [
    'one of each',
    ['refused', 'sent'],
    '1 message was sent, and 1 could not be sent.',
  ],
])('%s: the announcement counts the results', (_, results, text) => {
  for (const [index, status] of results.entries())
    setStatus(String(index), status);
  vi.advanceTimersByTime(1100);
  expect(region.textContent).toBe(text);
});

test('a result that the page shows, or that is no longer true, is not announced', () => {
  setStatus('in view', 'sent');
  setStatus('discarded', 'refused');
  setStatus('repaired', 'refused');

  statuses.delete('discarded');
  setStatus('repaired', 'sent');

  vi.advanceTimersByTime(1100);
  expect(region.textContent).toBe('Your message was sent.');
});
