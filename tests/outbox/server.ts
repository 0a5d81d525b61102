import type { Process } from './process.ts';

export const fates = [
  ...['stored', 'stored, but the answer is lost', 'not reached', 'refused'],
  ...['in trouble', 'answered by a captive portal'],
] as const;
/** What comes of one request. */
export type Fate = (typeof fates)[number];

export interface Request {
  id: string;
  sender: Process;
  /** Ends when its sender stops waiting for the answer. */
  isAwaited: boolean;
}

/** A Firestore that keeps what it has committed and refuses other words. */
export function createServer(fates: Fate[], pause: () => Promise<void>) {
  const server = {
    /** The words by the document's id. */
    stored: new Map<string, string>(),
    /** The ids of all requests, in order. */
    requests: [] as string[],
    /** Also of senders that have died: it may arrive yet. */
    underWay: new Set<Request>(),
    /** What is under way of a message, by senders that wait for the answer. */
    sending: (id: string): Request[] =>
      [...server.underWay].filter(
        (one) => one.id === id && one.isAwaited && one.sender.isAlive(),
      ),
    /** Called as a request arrives. */
    observe: async (_: Request, _fate: Fate): Promise<unknown> => undefined,
    /** From now on it answers everything. */
    heal: () => fates.splice(0),
    respond(_: string, { body, signal }: RequestInit, sender: Process) {
      const { id, words } = read(String(body));
      const request = { id, sender, isAwaited: true };
      server.underWay.add(request);
      server.requests.push(id);
      return new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => {
          request.isAwaited = false;
          reject(signal.reason);
        });
        server.handle(request, words).then(resolve, reject);
      });
    },
    async handle(request: Request, words: string): Promise<Response> {
      const { id } = request;
      await pause();
      const fate = fates.shift() ?? 'stored';
      await server.observe(request, fate);
      const answer = answerTo(id, words, fate);
      await pause();
      server.underWay.delete(request);
      if (!answer) throw new TypeError('There is no answer');
      return answer;
    },
  };

  function answerTo(id: string, words: string, fate: Fate) {
    if (fate === 'not reached') return undefined;
    if (fate === 'in trouble') return error(500, 'INTERNAL');
    if (fate === 'answered by a captive portal') return new Response('<!doc');
    const known = server.stored.get(id) ?? words;
    if (fate === 'refused' || known !== words) {
      return error(403, 'PERMISSION_DENIED');
    }
    server.stored.set(id, words);
    if (fate !== 'stored') return undefined;
    const commitTime = '2025-01-01T00:00:00Z';
    return Response.json({ writeResults: [{}], commitTime });
  }

  return server;
}

/** The id and the message of the one document that is written. */
function read(body: string) {
  const [, id = ''] = /\/careers\/([^"]+)"/.exec(body) ?? [];
  const [, words = ''] = /"stringValue":"([^"]*)"/.exec(body) ?? [];
  return { id, words };
}

function error(code: number, status: string): Response {
  return Response.json({ error: { code, status } }, { status: code });
}
