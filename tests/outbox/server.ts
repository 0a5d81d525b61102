import assert from 'node:assert';
import type { Process } from './process.ts';

export const requestResults = [
  ...['stored', 'stored, but not answered', 'not reached', 'refused'],
  ...['in trouble', 'answered by a captive portal'],
] as const;
/** The result of one request. */
export type RequestResult = (typeof requestResults)[number];

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
    /** The texts of the stored messages by document id. */
    storedTexts: new Map<string, string>(),
    /** The document id in each request, in the order of arrival. */
    requestedIds: [] as string[],
    /** Unanswered requests, including those of processes that were killed. */
    openRequests: new Set<CommitRequest>(),
    /** Called when the server handles a request, before the server answers. */
    observe: (_: CommitRequest): unknown => undefined,
    /** The results of the next requests. All later requests succeed. */
    results,
    respond(url: string, { body, signal }: RequestInit, sender: Process) {
      assert(url.startsWith('https://pear.test/'), url);
      const [, id = ''] = /\/careers\/([^"]+)"/.exec(String(body)) ?? [];
      const [, text = ''] = /"stringValue":"([^"]*)"/.exec(String(body)) ?? [];
      const request = { id, sender, isAwaited: true };
      server.openRequests.add(request);
      server.requestedIds.push(id);
      return new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => {
          request.isAwaited = false;
          reject(signal.reason);
        });
        server.handle(request, text).then(resolve, reject);
      });
    },
    async handle(request: CommitRequest, text: string): Promise<Response> {
      await server.pause();
      const result = server.results.shift() ?? 'stored';
      await server.observe(request);
      const answer = createAnswer(request.id, text, result);
      await server.pause();
      server.openRequests.delete(request);
      if (!answer) throw new TypeError('There is no answer');
      return answer;
    },
  };

  function createAnswer(id: string, text: string, result: RequestResult) {
    if (result === 'not reached') return undefined;
    if (result === 'in trouble') return createError(500, 'INTERNAL');
    if (result === 'answered by a captive portal') return new Response('<!doc');
    const storedText = server.storedTexts.get(id) ?? text;
    if (result === 'refused' || storedText !== text)
      return createError(403, 'PERMISSION_DENIED');
    server.storedTexts.set(id, text);
    if (result !== 'stored') return undefined;
    const commitTime = '2025-01-01T00:00:00Z';
    return Response.json({ writeResults: [{}], commitTime });
  }

  return server;
}

function createError(code: number, status: string): Response {
  return Response.json({ error: { code, status } }, { status: code });
}
