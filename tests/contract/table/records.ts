import {
  collectionNames,
  commit,
  counterpartOf,
  type Fields,
  fieldsOf,
  good,
  goodTexts,
  id,
  nameOf,
  ownersCommit,
  path,
  type Row,
  requestTime,
  row,
  set,
  setAll,
  texts,
} from './row.ts';

/** Values that are not texts, in the format of Firestore's REST API. */
const otherTypes: Fields = {
  'an integer': { integerValue: '1' },
  null: { nullValue: null },
  'an array': { arrayValue: { values: [{ stringValue: 'x' }] } },
  'a time': { timestampValue: '2024-02-29T12:00:00Z' },
};

/** Rows about the records and the fields of each collection. */
export const recordRows: readonly Row[] = collectionNames.flatMap(rowsOf);

function rowsOf(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const good = goodTexts(collection);
  const fields = texts(good);
  /** Returns a row that creates the record and the other record of a sign-up. */
  const created = (
    name: string,
    status: number,
    write: object,
    values = good,
  ) => {
    const counterpart = counterpartOf(collection, values);
    const step = commit(status, write, ...setAll(counterpart));
    const stored = status === 200 ? { [path]: values, ...counterpart } : {};
    return row(`${collection}: ${name}`, [step], stored);
  };
  const again = set(path, fields);
  const first = created('a record', 200, again);
  const changed = (name: string, status: number, write: object) => {
    const steps = [...first.steps, commit(status, write)];
    return row(`${collection}: ${name}`, steps, first.stored);
  };
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
    created('a forged timestamp that is replaced', 200, having({ timestamp })),
    created('no timestamp', 403, { update }),
    created('a forged timestamp', 403, forged(timestamp)),
    created('an extra text', 403, having({ extra })),
    created('an extra null', 403, having({ extra: { nullValue: null } })),
    created('an extra server time', 403, { ...again, ...extraTimes }),
    created('a document below the record', 403, set(`${path}/notes/b`, fields)),
    changed('the same record again', 200, again),
    changed('the deletion of the record', 403, { delete: nameOf(path) }),
    changed('the same record again, without a timestamp', 403, { update }),
    changed('the same record with an extra field', 403, having({ extra })),
    ...Object.keys(good).map((name) => {
      const write = having({ [name]: { stringValue: 'other' } });
      return changed(`other content in its ${name}`, 403, write);
    }),
    ...[...fieldsOf(collection)].flatMap(([name, { maxLength, required }]) => {
      const { [name]: _, ...others } = good;
      const holding = (status: number, rule: string, text: string) => {
        const values = { ...good, [name]: text };
        const write = set(path, texts(values));
        return created(`${name} ${rule}`, status, write, values);
      };
      // Every text is a valid email, because the field may require one.
      const long = (length: number, unit = 'x') =>
        `x@${unit.repeat((length - 2) / unit.length)}`;
      const missing = set(path, texts(others));
      const tooLong = long(maxLength, '😀').padEnd(maxLength + 1, 'x');
      return [
        created(`${name} missing`, required ? 403 : 200, missing, others),
        ...Object.entries(otherTypes).map(([type, value]) =>
          created(`${name} is ${type}`, 403, having({ [name]: value })),
        ),
        holding(403, 'empty', ''),
        holding(200, 'as short as allowed', name === 'email' ? 'x@x' : 'x'),
        holding(200, 'at its limit', long(maxLength)),
        holding(403, 'one character over its limit', long(maxLength + 1)),
        // The limit counts UTF-16 code units, as the form does.
        holding(200, 'emoji up to its limit', long(maxLength, '😀')),
        holding(403, 'emoji over its limit', tooLong),
      ];
    }),
  ];
}

/** A visitor's request that the rules must refuse: method, path and body. */
type Request = readonly [string, string, object?];

const from = [{ collectionId: 'careers', allDescendants: true }];
const aggregations = [{ count: {} }];
const structuredQuery = { from };
const structuredAggregationQuery = { structuredQuery, aggregations };

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

/** Rows in which visitors try to read, or to write without a commit. */
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

/** Returns a row in which the rules refuse the request and the record stays. */
function rowOfRequest(collection: string, [method, path, body]: Request): Row {
  const record = `${collection}/${id}`;
  const good = goodTexts(collection);
  const before = ownersCommit(set(record, texts(good)));
  const steps = [before, { method, path, body, status: 403 }];
  const name = `a visitor, with ${record}: ${method} ${path}`;
  return row(name, steps, { [record]: good });
}
