import { UserError } from '../user-error.ts';
import { type Advice, failureIn, refused } from './failure.ts';
import type { Entry, Source } from './source.ts';

export interface Remote {
  place: string;
  /** Everything before `/v1/`. */
  origin: string;
  project: string;
  /** The headers that give the right to read. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  /** What to do where Firestore refuses. */
  advice: Advice;
}

interface RestDocument {
  name: string;
  fields?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

type Page = { documents?: RestDocument[]; nextPageToken?: string };
/** A list of answers, since Firestore streams them; a part may be missing. */
type Found = { document?: RestDocument }[];
type Counted = {
  result?: { aggregateFields?: { count?: { integerValue?: string } } };
}[];

const pageSize = '300';
const timeLimit = 60_000;

/** An emulator's or production's records, through Firestore's REST interface. */
export function remoteSource(remote: Remote): Source {
  return {
    place: remote.place,
    /** One read for each thousand documents; a list takes one for each. */
    async count(collectionId) {
      const structuredQuery = { from: [{ collectionId }] };
      const aggregations = [{ alias: 'count', count: {} }];
      const answers = await ask<Counted>(remote, ':runAggregationQuery', {
        structuredAggregationQuery: { structuredQuery, aggregations },
      });
      const counts = answers.map(
        ({ result }) => result?.aggregateFields?.count?.integerValue,
      );
      return Number(counts.find((count) => count !== undefined) ?? 0);
    },
    /** By time, which the access rules see to that every record has. */
    async newest(collectionId, limit) {
      const from = [{ collectionId }];
      const field = { fieldPath: 'timestamp' };
      const orderBy = [{ field, direction: 'DESCENDING' }];
      const answers = await ask<Found>(remote, ':runQuery', {
        structuredQuery: { from, orderBy, limit },
      });
      return answers.flatMap(({ document }) =>
        document ? [toEntry(document)] : [],
      );
    },
    async *pages(collection) {
      let pageToken = '';
      do {
        const query = new URLSearchParams({
          pageSize,
          ...(pageToken && { pageToken }),
        });
        const page = await ask<Page>(remote, `/${collection}?${query}`);
        yield (page.documents ?? []).map(toEntry);
        pageToken = page.nextPageToken ?? '';
      } while (pageToken);
    },
  };
}

/** Asks below `documents`; throws a UserError unless Firestore complies. */
async function ask<Answer>(
  remote: Remote,
  below: string,
  body?: object,
): Promise<Answer> {
  const { origin, project, place, advice } = remote;
  const root = `${origin}/v1/projects/${project}/databases/(default)/documents`;
  const headers = await remote.authorize();
  const { status, text } = await send(
    place,
    `${root}${below}`,
    body
      ? {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
      : { headers },
  );
  const answer = parse(text);
  const failure = failureIn(answer);
  if (status !== 200 || failure || !answer) {
    throw refused(place, status, failure, advice);
  }
  return answer as Answer;
}

async function send(place: string, url: string, request: RequestInit) {
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(url, { ...request, signal });
    return { status: response.status, text: await response.text() };
  } catch {
    throw new UserError(
      `No whole answer from ${place}; see that it can be reached.`,
    );
  }
}

function parse(text: string): object | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer ? answer : undefined;
  } catch {
    return undefined;
  }
}

function toEntry({ name, fields = {} }: RestDocument): Entry {
  const texts = Object.entries(fields).map(
    ([key, value]) => [key, textOf(value)] as const,
  );
  return {
    id: name.split('/').at(-1) ?? '',
    fields: Object.fromEntries(texts),
  };
}

/** The rules allow texts and times; what the owner added by hand is shown. */
function textOf(value: Readonly<Record<string, unknown>>): string {
  const text = value.stringValue ?? value.timestampValue;
  return typeof text === 'string' ? text : JSON.stringify(value);
}
