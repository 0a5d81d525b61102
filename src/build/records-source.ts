import * as fs from 'node:fs';
import { Complaint } from './complaint.ts';
import { readRecords, recordsFile } from './firestore-records.ts';

/** A record as its owner sees it. */
export interface Entry {
  id: string;
  fields: Readonly<Record<string, string>>;
}

/** Where records are read from, a page after the other, by id. */
export interface Source {
  /** Named to whoever reads, as in 'nothing in ...'. */
  place: string;
  pages(collection: string): AsyncIterable<readonly Entry[]>;
}

export function localSource(dataDir: string): Source {
  const place = recordsFile(dataDir);
  return {
    place,
    async *pages(collection) {
      if (!fs.existsSync(place)) {
        throw new Complaint(
          `There is no ${place}; npm start makes it, and DATA_DIR names another folder.`,
        );
      }
      yield readRecords(dataDir)
        .list(collection)
        .map(({ path, fields, timestamp }) => ({
          id: path.slice(collection.length + 1),
          fields: { ...fields, timestamp },
        }));
    },
  };
}

export interface Remote {
  place: string;
  /** Everything before `/v1/`. */
  origin: string;
  project: string;
  /** The headers that give the right to read. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  /** What to do where that right is missing. */
  advice: string;
}

interface Page {
  documents?: RestDocument[];
  nextPageToken?: string;
}

interface RestDocument {
  name: string;
  fields?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const pageSize = '300';
const timeLimit = 60_000;

/** An emulator's or production's records, through Firestore's REST interface. */
export function remoteSource(remote: Remote): Source {
  return {
    place: remote.place,
    async *pages(collection) {
      let pageToken = '';
      do {
        const page = await readPage(remote, collection, pageToken);
        yield (page.documents ?? []).map(toEntry);
        pageToken = page.nextPageToken ?? '';
      } while (pageToken);
    },
  };
}

async function readPage(
  remote: Remote,
  collection: string,
  pageToken: string,
): Promise<Page> {
  const { origin, project, place, advice } = remote;
  const root = `${origin}/v1/projects/${project}/databases/(default)/documents`;
  const query = new URLSearchParams({
    pageSize,
    ...(pageToken && { pageToken }),
  });
  const headers = await remote.authorize();
  let response: Response;
  try {
    response = await fetch(`${root}/${collection}?${query}`, {
      headers,
      signal: AbortSignal.timeout(timeLimit),
    });
  } catch {
    throw new Complaint(`No answer from ${place}; see that it can be reached.`);
  }
  const { status } = response;
  if (status === 401 || status === 403) {
    throw new Complaint(`${place} may not be read (${status}); ${advice}`);
  }
  const page = status === 200 ? await parse(response) : undefined;
  if (page) return page;
  throw new Complaint(
    `${place} answered ${status} and no records of ${collection}; see that a Firestore database is there, then try again.`,
  );
}

async function parse(response: Response): Promise<Page | undefined> {
  try {
    return (await response.json()) as Page;
  } catch {
    return undefined;
  }
}

function toEntry({ name, fields = {} }: RestDocument): Entry {
  const texts = Object.entries(fields).map(([key, value]) => [
    key,
    textOf(value),
  ]);
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
