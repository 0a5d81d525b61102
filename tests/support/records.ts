import { collections } from '../../src/descriptions/forms.ts';

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

interface RestDocument {
  name: string;
  fields: Record<string, { stringValue?: string; timestampValue?: string }>;
}

const database = 'projects/demo-pear/databases/(default)/documents';
const owner = { authorization: 'Bearer owner' };

/** The records at a Firestore, read and wiped as its owner. */
export class Records {
  constructor(readonly origin: string) {}

  async list(collection: CollectionName): Promise<Stored[]> {
    const found: Stored[] = [];
    for (let pageToken = ''; ; ) {
      const query = new URLSearchParams({ pageSize: '300', pageToken });
      const response = await fetch(
        `${this.origin}/v1/${database}/${collection}?${query}`,
        { headers: owner },
      );
      const page = (await response.json()) as {
        documents?: RestDocument[];
        nextPageToken?: string;
      };
      found.push(...(page.documents ?? []).map(toStored));
      if (!page.documents || !page.nextPageToken) return found;
      pageToken = page.nextPageToken;
    }
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

  async count(collection: CollectionName): Promise<number> {
    return (await this.list(collection)).length;
  }

  async clear(): Promise<void> {
    await fetch(`${this.origin}/emulator/v1/${database}`, { method: 'DELETE' });
  }
}

/** The same for the same words, in whatever order. */
export function textOf(fields: object): string {
  return JSON.stringify(Object.entries(fields).sort());
}

function toStored({ name, fields }: RestDocument): Stored {
  const texts = Object.entries(fields).map(([key, value]) => [
    key,
    value.stringValue ?? value.timestampValue ?? JSON.stringify(value),
  ]);
  return {
    id: name.split('/').at(-1) ?? '',
    fields: Object.fromEntries(texts),
  };
}
