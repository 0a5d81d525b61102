import { collections } from '../../src/form-definitions/forms.ts';

/** A document as the owner sees it. */
export interface Stored {
  id: string;
  fields: Record<string, string>;
}

export const collectionNames = [
  ...Object.values(collections),
  'favoriteBrand' as const,
];
export type CollectionName = (typeof collectionNames)[number];

/** A document without its time, and where it is. */
export interface Found extends Stored {
  collection: CollectionName;
}

/** As much of Firestore's answer as the tests read. */
interface Page {
  documents?: {
    name: string;
    fields: Record<string, { stringValue?: string; timestampValue?: string }>;
  }[];
  nextPageToken?: string;
}

/** The records at a Firestore, read and wiped as its owner. */
export class Records {
  constructor(
    readonly origin: string,
    readonly database = 'projects/demo-pear/databases/(default)',
  ) {}

  async list(collection: string): Promise<Stored[]> {
    const found: Stored[] = [];
    let pageToken: string | undefined = '';
    do {
      const query = new URLSearchParams({ pageSize: '300', pageToken });
      const address = `${this.origin}/v1/${this.database}/documents/${collection}?${query}`;
      const headers = { authorization: 'Bearer owner' };
      const answer = await fetch(address, { headers });
      const page = (await answer.json()) as Page;
      for (const { name, fields } of page.documents ?? []) {
        const texts = Object.entries(fields).map(([key, value]) => [
          key,
          value.stringValue ?? value.timestampValue ?? JSON.stringify(value),
        ]);
        const id = name.split('/').at(-1) ?? '';
        found.push({ id, fields: Object.fromEntries(texts) });
      }
      pageToken = page.nextPageToken;
    } while (pageToken);
    return found;
  }

  async all(): Promise<Found[]> {
    const lists = collectionNames.map(async (collection) =>
      (await this.list(collection)).map(({ id, fields }) => {
        const { timestamp: _, ...words } = fields;
        return { id, collection, fields: words };
      }),
    );
    return (await Promise.all(lists)).flat();
  }

  async count(collection: string): Promise<number> {
    return (await this.list(collection)).length;
  }

  async clear(): Promise<void> {
    const address = `${this.origin}/emulator/v1/${this.database}/documents`;
    await fetch(address, { method: 'DELETE' });
  }
}

/** The same for the same words, in whatever order. */
export function textOf(fields: object): string {
  return JSON.stringify(Object.entries(fields).sort());
}
