import type { Outcome } from '../../src/outbox/delivery.ts';
import type { Submission } from '../../src/outbox/submission.ts';
import type { Process } from './process.ts';

/** The results of requests. tests/outbox/answers.test.ts has the answers behind them. */
export const requestResults = [
  'stored',
  'stored, but not answered',
  'not reached',
  'refused',
] as const;
export type RequestResult = (typeof requestResults)[number];

/** Milliseconds after which a sender stops waiting for the answer. */
const answerTimeout = 20_000;

export interface CommitRequest {
  id: string;
  sender: Process;
  /** Whether the sender still waits for the answer. */
  isAwaited: boolean;
}

/** Creates a fake Firestore that refuses to change a stored document. */
export function createServer(results: RequestResult[], pauses: number[] = []) {
  let pauseCount = 0;
  const server = {
    async pause() {
      pauseCount += 1;
      const pauseLength = pauses[pauseCount % pauses.length] ?? 0;
      for (let turn = 0; turn < pauseLength; turn += 1)
        await new Promise(setImmediate);
    },
    /** The texts of the stored submissions by document id. */
    storedTexts: new Map<string, string>(),
    /** The document id in each request, in the order of arrival. */
    requestedIds: [] as string[],
    /** Unanswered requests, including those of processes that were killed. */
    openRequests: new Set<CommitRequest>(),
    /** Called when the server handles a request, before the server answers. */
    observe: (_: CommitRequest): unknown => undefined,
    /** The results of the next requests. All later requests succeed. */
    results,

    /** Sends a submission. The sender's request may time out. */
    send({ id, values }: Submission, sender: Process): Promise<Outcome> {
      const request: CommitRequest = { id, sender, isAwaited: true };
      server.openRequests.add(request);
      server.requestedIds.push(id);
      const { setTimeout, clearTimeout } = sender.platform;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          request.isAwaited = false;
          resolve({ kind: 'later', error: 'unreadable' });
        }, answerTimeout);
        server
          .handle(request, values.message ?? '')
          .then(resolve, reject)
          .finally(() => clearTimeout(timer));
      });
    },

    async handle(request: CommitRequest, text: string): Promise<Outcome> {
      await server.pause();
      const result = server.results.shift() ?? 'stored';
      await server.observe(request);
      const outcome = commit(request.id, text, result);
      await server.pause();
      server.openRequests.delete(request);
      return outcome;
    },
  };

  function commit(id: string, text: string, result: RequestResult): Outcome {
    const unreachable = { kind: 'later', error: 'unreadable' } as const;
    if (result === 'not reached') return unreachable;

    const storedText = server.storedTexts.get(id) ?? text;
    if (result === 'refused' || storedText !== text)
      return { kind: 'refused', error: 'permission-denied' };

    server.storedTexts.set(id, text);
    return result === 'stored' ? { kind: 'delivered' } : unreachable;
  }

  return server;
}
