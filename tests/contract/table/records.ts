import {
  collectionNames,
  commit,
  type Fields,
  fieldsOf,
  goodTexts,
  kept,
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
  const having = (more: object) => set(path, { ...fields, ...more });
  const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };
  const update = { name: nameOf(path), fields };
  const forged = (value: object) => ({
    update: { ...update, fields: { ...fields, timestamp: value } },
  });
  const extraTime = { ...requestTime, fieldPath: 'extra' };
  const accepted = { [path]: kept(good) };
  const created: [string, number, unknown][] = [
    ['a record', 200, set(path, fields)],
    ['a forged timestamp, replaced by ours', 200, having({ timestamp })],
    ['no timestamp', 403, { update }],
    ['a forged timestamp', 403, forged(timestamp)],
    ['a text for a timestamp', 403, forged({ stringValue: 'now' })],
    ['no fields', 403, set(path, {})],
    ['an extra text', 403, having({ extra: { stringValue: 'x' } })],
    ['an extra null', 403, having({ extra: { nullValue: null } })],
    [
      'an extra field named like the prototype’s',
      403,
      having({ constructor: { stringValue: 'x' } }),
    ],
    [
      'an extra server time',
      403,
      set(path, fields, { updateTransforms: [requestTime, extraTime] }),
    ],
    ['a document below one', 403, set(`${path}/notes/b`, fields)],
  ];
  const changed: [string, number, unknown][] = [
    ['the same record again', 200, set(path, fields)],
    ['no fields at all on it', 403, set(path, {})],
    ['its deletion', 403, { delete: nameOf(path) }],
    ['the same record again, without a time', 403, { update }],
    ['one more field on it', 403, having({ extra: { stringValue: 'x' } })],
    ...Object.keys(good).map((name): [string, number, unknown] => [
      `other content in ${name} of one that exists`,
      403,
      having({ [name]: { stringValue: 'other' } }),
    ]),
  ];
  return [
    ...created.map(([name, status, write]) => ({
      name: `${collection}: ${name}`,
      steps: [commit(status, write)],
      stored: status === 200 ? accepted : {},
    })),
    ...changed.map(([name, status, write]) => ({
      name: `${collection}: ${name}`,
      steps: [commit(200, set(path, fields)), commit(status, write)],
      stored: accepted,
    })),
  ];
}

function rowsOfFields(collection: string): Row[] {
  const path = `${collection}/a`;
  const good = goodTexts(collection);
  return [...fieldsOf(collection)].flatMap(([name, { most, required }]) => {
    const { [name]: _, ...others } = good;
    const refused = (what: string, fields: Fields) => ({
      name: `${collection}: ${name} ${what}`,
      steps: [commit(403, set(path, fields))],
      stored: {},
    });
    const accepted = (what: string, values: Record<string, string>) => ({
      name: `${collection}: ${name} ${what}`,
      steps: [commit(200, set(path, texts(values)))],
      stored: { [path]: kept(values) },
    });
    const fits = (what: string, text: string) =>
      accepted(what, { ...good, [name]: text });
    const refusedText = (what: string, text: string) =>
      refused(what, texts({ ...good, [name]: text }));
    return [
      required
        ? refused('missing', texts(others))
        : accepted('missing', others),
      ...otherKinds.map(([what, value]) =>
        refused(`is ${what}`, { ...texts(others), [name]: value }),
      ),
      refusedText('empty', ''),
      fits('one character', 'x'),
      fits('at its limit', 'x'.repeat(most)),
      refusedText('one over its limit', 'x'.repeat(most + 1)),
      // Lengths count UTF-16 units, as the form's maxlength does.
      fits('emoji up to its limit', '😀'.repeat(most / 2)),
      refusedText('emoji over its limit', `${'😀'.repeat(most / 2)}x`),
      refusedText('as many emoji as its limit', '😀'.repeat(most)),
      fits('umlauts up to its limit', 'ü'.repeat(most)),
      refusedText('far over its limit', 'x'.repeat(20_000)),
    ];
  });
}
