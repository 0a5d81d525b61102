import {
  collectionNames,
  commit,
  type Fields,
  fieldsOf,
  good,
  goodTexts,
  id,
  kept,
  nameOf,
  otherHalf,
  ownersCommit,
  path,
  type Row,
  requestTime,
  row,
  set,
  texts,
} from './row.ts';

/** What is not text, each as Firestore spells it. */
const otherKinds: Fields = {
  'an integer': { integerValue: '1' },
  null: { nullValue: null },
  'an array': { arrayValue: { values: [{ stringValue: 'x' }] } },
  'a time': { timestampValue: '2024-02-29T12:00:00Z' },
};

/** What each record and each field of it may and may not hold. */
export const recordRows: readonly Row[] = collectionNames.flatMap(rowsOf);

function rowsOf(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const good = goodTexts(collection);
  const fields = texts(good);
  /** A write, beside the other half of the sign-up that has these texts. */
  const created = (
    what: string,
    status: number,
    write: object,
    values = good,
  ) => {
    const half = Object.entries(otherHalf(collection, values));
    const beside = half.map(([at, other]) => set(at, texts(other)));
    const all = [[path, values] as const, ...half];
    const left = all.map(([at, texts]) => [at, kept(texts)] as const);
    return row(
      `${collection}: ${what}`,
      [commit(status, write, ...beside)],
      status === 200 ? Object.fromEntries(left) : {},
    );
  };
  const again = set(path, fields);
  const first = created('a record', 200, again);
  const changed = (what: string, status: number, write: object): Row => ({
    name: `${collection}: ${what}`,
    steps: [...first.steps, commit(status, write)],
    stored: first.stored,
  });
  const having = (more: object) => set(path, { ...fields, ...more });
  const update = { name: nameOf(path), fields };
  const forged = (timestamp: object) => ({
    update: { ...update, fields: { ...fields, timestamp } },
  });
  const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };
  const extra = { stringValue: 'x' };
  const extraTime = { ...requestTime, fieldPath: 'extra' };
  const extraTimes = { updateTransforms: [requestTime, extraTime] };
  return [
    first,
    created('a forged timestamp, replaced', 200, having({ timestamp })),
    created('no timestamp', 403, { update }),
    created('a forged timestamp', 403, forged(timestamp)),
    created('an extra text', 403, having({ extra })),
    created('an extra null', 403, having({ extra: { nullValue: null } })),
    created('an extra server time', 403, set(path, fields, extraTimes)),
    created('a document below one', 403, set(`${path}/notes/b`, fields)),
    changed('the same record again', 200, again),
    changed('its deletion', 403, { delete: nameOf(path) }),
    changed('the same record again, without a time', 403, { update }),
    changed('one more field on it', 403, having({ extra })),
    ...Object.keys(good).map((name) =>
      changed(
        `other content in ${name} of one that exists`,
        403,
        having({ [name]: { stringValue: 'other' } }),
      ),
    ),
    ...[...fieldsOf(collection)].flatMap(([name, { maxLength, required }]) => {
      const { [name]: _, ...others } = good;
      const holding = (status: number, what: string, text: string) => {
        const values = { ...good, [name]: text };
        const write = set(path, texts(values));
        return created(`${name} ${what}`, status, write, values);
      };
      // Each could be an address, too.
      const long = (length: number, unit = 'x') =>
        `x@${unit.repeat((length - 2) / unit.length)}`;
      const missing = set(path, texts(others));
      return [
        created(`${name} missing`, required ? 403 : 200, missing, others),
        ...Object.entries(otherKinds).map(([what, value]) =>
          created(`${name} is ${what}`, 403, having({ [name]: value })),
        ),
        holding(403, 'empty', ''),
        holding(200, 'as short as can be', name === 'email' ? 'x@x' : 'x'),
        holding(200, 'at its limit', long(maxLength)),
        holding(403, 'one over its limit', long(maxLength + 1)),
        // Lengths count UTF-16 units, as the form does.
        holding(200, 'emoji up to its limit', long(maxLength, '😀')),
        holding(
          403,
          'emoji over its limit',
          long(maxLength, '😀').padEnd(maxLength + 1, 'x'),
        ),
      ];
    }),
  ];
}

/** What a visitor must not do: method, path and body. */
type Request = readonly [string, string, object?];

const from = [{ collectionId: 'careers', allDescendants: true }];
const structuredAggregationQuery = {
  structuredQuery: { from },
  aggregations: [{ count: {} }],
};

/** Beside what each collection is asked below. */
const requests: readonly Request[] = [
  ['GET', '/other'],
  ['GET', `/${path}/notes/b`],
  ['DELETE', '/other/a'],
  ['PATCH', '/other/b', { fields: texts(good) }],
  ['POST', '/other', { fields: texts(good) }],
  ['POST', `/${path}/notes`, { fields: texts(good) }],
  ['POST', ':batchWrite', { writes: [set('careers/b')] }],
  ['POST', ':runAggregationQuery', { structuredAggregationQuery }],
  ['POST', ':listCollectionIds', {}],
];

/** Nobody reads but the owner, and nobody writes but by a commit. */
export const readRows: readonly Row[] = [
  ...collectionNames.flatMap(readRowsOf),
  ...requests.map((request) => rowOfRequest('careers', request)),
];

function readRowsOf(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const fields = texts(goodTexts(collection));
  const structuredQuery = { from: [{ collectionId: collection }] };
  const requests: readonly Request[] = [
    ['GET', `/${path}`],
    ['GET', `/${collection}/b`],
    ['GET', `/${collection}?pageSize=1`],
    ['POST', ':runQuery', { structuredQuery }],
    ['POST', ':batchGet', { documents: [nameOf(path)] }],
    ['DELETE', `/${path}`],
    ['PATCH', `/${path}`, { fields }],
    ['POST', `/${collection}`, { fields }],
  ];
  return requests.map((request) => rowOfRequest(collection, request));
}

/** A visitor's request, after which the one record is as it was. */
function rowOfRequest(collection: string, [method, below, body]: Request): Row {
  const path = `${collection}/${id}`;
  const good = goodTexts(collection);
  return row(
    `a visitor, with ${path}: ${method} ${below}`,
    [
      ownersCommit(set(path, texts(good))),
      { method, path: below, body, status: 403 },
    ],
    { [path]: kept(good) },
  );
}
