import { knownFields } from '../../src/rules/known-fields.ts';

/** The collections of the access rules and of all releases. Forms name only today's. */
export const collectionNames = [...knownFields.keys()];

/** The part of Firestore's response to a list request that the tests read. */
interface ListResponse {
  documents?: {
    name: string;
    fields: Record<string, { stringValue?: string; timestampValue?: string }>;
  }[];
}

/** Reads and deletes the records of a local Firestore as its owner. */
export class Records {
  constructor(
    readonly origin: string,
    readonly database = 'projects/demo-pear/databases/(default)',
  ) {}

  async list(collection: string) {
    const address = `${this.origin}/v1/${this.database}/documents/${collection}?pageSize=300`;
    const headers = { authorization: 'Bearer owner' };
    const response = await fetch(address, { headers });
    const { documents = [] } = (await response.json()) as ListResponse;

    return documents.map(({ name, fields }) => {
      const fieldTexts: Record<string, string> = {};
      for (const [key, value] of Object.entries(fields)) {
        fieldTexts[key] =
          value.stringValue ?? value.timestampValue ?? JSON.stringify(value);
      }
      return { id: name.split('/').at(-1) ?? '', fields: fieldTexts };
    });
  }

  /** Returns the records of all collections without their timestamps. */
  async all() {
    const recordLists = collectionNames.map(async (collection) =>
      (await this.list(collection)).map(({ id, fields }) => {
        const { timestamp: _, ...rest } = fields;
        return { id, collection, fields: rest };
      }),
    );
    return (await Promise.all(recordLists)).flat();
  }

  async count(collection: string): Promise<number> {
    return (await this.list(collection)).length;
  }

  async clear(): Promise<void> {
    const address = `${this.origin}/emulator/v1/${this.database}/documents`;
    await fetch(address, { method: 'DELETE' });
  }
}

/** Returns the fields as a text that does not depend on their order. */
export function formatFields(fields: object): string {
  return JSON.stringify(Object.entries(fields).sort());
}
