import {
  collectionNames,
  commit,
  goodTexts,
  kept,
  limitsOf,
  nameOf,
  type Row,
  requestTime,
  set,
  texts,
} from './row.ts';

/** What is not text, each as Firestore spells it. */
const otherKinds: readonly (readonly [string, object])[] = [
  ['an integer', { integerValue: '1' }],
  ['a double', { doubleValue: 1.5 }],
  ['a boolean', { booleanValue: true }],
  ['null', { nullValue: null }],
  ['an array', { arrayValue: { values: [{ stringValue: 'x' }] } }],
  ['a map', { mapValue: { fields: { text: { stringValue: 'x' } } } }],
  ['bytes', { bytesValue: 'eA==' }],
  ['a time', { timestampValue: '2024-02-29T12:00:00Z' }],
  ['a reference', { referenceValue: nameOf('waitlist/a') }],
  ['a point', { geoPointValue: { latitude: 1, longitude: 2 } }],
];

/** What each field of each collection may and may not hold. */
export const recordRows: readonly Row[] = collectionNames.flatMap(
  (collection) => [...rowsOfRecord(collection), ...rowsOfFields(collection)],
);

function rowsOfRecord(collection: string): Row[] {
  const path = `${collection}/a`;
  const good = goodTexts(collection);
  const fields = texts(good);
  const forged = { timestampValue: '2024-02-29T12:00:00Z' };
  const update = { name: nameOf(path), fields };
  const first = commit(200, set(path, fields));
  const accepted = { [path]: kept(good) };
  const refused = (name: string, write: unknown): Row => ({
    name: `${collection}: ${name}`,
    steps: [commit(403, write)],
    stored: {},
  });
  const untouched = (name: string, status: number, write: unknown): Row => ({
    name: `${collection}: ${name}`,
    steps: [first, commit(status, write)],
    stored: accepted,
  });
  return [
    { name: `${collection}: a record`, steps: [first], stored: accepted },
    untouched('the same record again', 200, set(path, fields)),
    untouched('no fields at all on it', 403, set(path, {})),
    untouched('its deletion', 403, { delete: nameOf(path) }),
    untouched('the same record again, without a time', 403, { update }),
    ...Object.keys(good).map((name) =>
      untouched(
        `other content in ${name} of one that exists`,
        403,
        set(path, { ...fields, [name]: { stringValue: 'other' } }),
      ),
    ),
    untouched(
      'one more field on one that exists',
      403,
      set(path, { ...fields, extra: { stringValue: 'x' } }),
    ),
    refused('no timestamp', { update }),
    refused('a forged timestamp', {
      update: { name: nameOf(path), fields: { ...fields, timestamp: forged } },
    }),
    refused('a text for a timestamp', {
      update: {
        name: nameOf(path),
        fields: { ...fields, timestamp: { stringValue: 'now' } },
      },
    }),
    {
      name: `${collection}: a forged timestamp, replaced by the server's`,
      steps: [commit(200, set(path, { ...fields, timestamp: forged }))],
      stored: accepted,
    },
    refused('no fields', set(path, {})),
    refused(
      'an extra text',
      set(path, { ...fields, extra: { stringValue: 'x' } }),
    ),
    refused(
      'an extra null',
      set(path, { ...fields, extra: { nullValue: null } }),
    ),
    refused(
      'an extra field named like the prototype’s',
      set(path, { ...fields, constructor: { stringValue: 'x' } }),
    ),
    refused(
      'an extra server time',
      set(path, fields, {
        updateTransforms: [requestTime, { ...requestTime, fieldPath: 'extra' }],
      }),
    ),
    refused('a document below one', set(`${path}/notes/b`, fields)),
  ];
}

function rowsOfFields(collection: string): Row[] {
  return [...limitsOf(collection)].flatMap(([name, most]) => {
    const held = (what: string, text: string, status: number) =>
      rowOfText(collection, name, what, text, status);
    return [
      rowWithout(collection, name),
      ...otherKinds.map(([what, value]) =>
        rowOfValue(collection, name, what, value),
      ),
      held('empty', '', 403),
      held('one character', 'x', 200),
      held('at its limit', 'x'.repeat(most), 200),
      held('one over its limit', 'x'.repeat(most + 1), 403),
      // Lengths count UTF-16 units, as the form's maxlength does.
      held('emoji up to its limit', '😀'.repeat(most / 2), 200),
      held('emoji over its limit', `${'😀'.repeat(most / 2)}x`, 403),
      held('as many emoji as its limit', '😀'.repeat(most), 403),
      held('umlauts up to its limit', 'ü'.repeat(most), 200),
      held('far over its limit', 'x'.repeat(20_000), 403),
    ];
  });
}

function rowWithout(collection: string, name: string): Row {
  const { [name]: _, ...fields } = texts(goodTexts(collection));
  return {
    name: `${collection}: ${name} missing`,
    steps: [commit(403, set(`${collection}/a`, fields))],
    stored: {},
  };
}

function rowOfValue(
  collection: string,
  name: string,
  what: string,
  value: object,
): Row {
  const fields = { ...texts(goodTexts(collection)), [name]: value };
  return {
    name: `${collection}: ${name} is ${what}`,
    steps: [commit(403, set(`${collection}/a`, fields))],
    stored: {},
  };
}

function rowOfText(
  collection: string,
  name: string,
  what: string,
  text: string,
  status: number,
): Row {
  const path = `${collection}/a`;
  const values = { ...goodTexts(collection), [name]: text };
  return {
    name: `${collection}: ${name} ${what}`,
    steps: [commit(status, set(path, texts(values)))],
    stored: status === 200 ? { [path]: kept(values) } : {},
  };
}
