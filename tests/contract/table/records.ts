import {
  collectionNames,
  commit,
  commitAsOwner,
  type Fields,
  fieldsOf,
  goodTexts,
  id,
  nameOf,
  path,
  type Row,
  row,
  secondRecordOf,
  texts,
  timeTransform,
  validTexts,
  writeOf,
  writesOf,
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
  const validTexts = goodTexts(collection);
  const fields = texts(validTexts);
  /** Returns a row that creates a record, or both records of a sign-up. */
  const rowFor = (
    name: string,
    status: number,
    write: object,
    values = validTexts,
  ) => {
    const secondRecord = secondRecordOf(collection, values);
    const step = commit(status, write, ...writesOf(secondRecord));
    const stored = status === 200 ? { [path]: values, ...secondRecord } : {};
    return row(`${collection}: ${name}`, [step], stored);
  };
  const fullWrite = writeOf(path, fields);
  const firstRow = rowFor('a record', 200, fullWrite);
  const rowForEdit = (name: string, status: number, write: object) => {
    const steps = [...firstRow.steps, commit(status, write)];
    return row(`${collection}: ${name}`, steps, firstRow.stored);
  };
  const createWrite = (more: object) => writeOf(path, { ...fields, ...more });
  const update = { name: nameOf(path), fields };
  const forgeWrite = (timestamp: object) => ({
    update: { ...update, fields: { ...fields, timestamp } },
  });
  const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };
  const extra = { stringValue: 'x' };
  const extraTransform = { ...timeTransform, fieldPath: 'extra' };
  const extraTimeWrite = { updateTransforms: [timeTransform, extraTransform] };
  return [
    firstRow,
    rowFor('a replaced forged timestamp', 200, createWrite({ timestamp })),
    rowFor('no timestamp', 403, { update }),
    rowFor('a forged timestamp', 403, forgeWrite(timestamp)),
    rowFor('an extra text', 403, createWrite({ extra })),
    rowFor('an extra null', 403, createWrite({ extra: { nullValue: null } })),
    rowFor('an extra server time', 403, { ...fullWrite, ...extraTimeWrite }),
    rowFor('a nested document', 403, writeOf(`${path}/notes/b`, fields)),
    rowForEdit('the same record again', 200, fullWrite),
    rowForEdit('the deletion of the record', 403, { delete: nameOf(path) }),
    rowForEdit('the same record again, without a timestamp', 403, { update }),
    rowForEdit('the same record and a field', 403, createWrite({ extra })),
    ...Object.keys(validTexts).map((name) => {
      const write = createWrite({ [name]: { stringValue: 'other' } });
      return rowForEdit(`other content in its ${name}`, 403, write);
    }),
    ...[...fieldsOf(collection)].flatMap(([name, { maxLength, required }]) => {
      const { [name]: _, ...others } = validTexts;
      const textRow = (status: number, rule: string, text: string) => {
        const values = { ...validTexts, [name]: text };
        const write = writeOf(path, texts(values));
        return rowFor(`${name} ${rule}`, status, write, values);
      };
      // Every text is a valid email, because the field may require one.
      const textOf = (length: number, unit = 'x') =>
        `x@${unit.repeat((length - 2) / unit.length)}`;
      const partialWrite = writeOf(path, texts(others));
      const tooLongText = textOf(maxLength, '😀').padEnd(maxLength + 1, 'x');
      return [
        rowFor(`${name} missing`, required ? 403 : 200, partialWrite, others),
        ...Object.entries(otherTypes).map(([type, value]) =>
          rowFor(`${name} is ${type}`, 403, createWrite({ [name]: value })),
        ),
        textRow(403, 'empty', ''),
        textRow(200, 'as short as allowed', name === 'email' ? 'x@x' : 'x'),
        textRow(200, 'at its limit', textOf(maxLength)),
        textRow(403, 'one character over its limit', textOf(maxLength + 1)),
        // The limit counts UTF-16 code units, as the form does.
        textRow(200, 'emoji up to its limit', textOf(maxLength, '😀')),
        textRow(403, 'emoji over its limit', tooLongText),
      ];
    }),
  ];
}

/** A visitor's request that the rules must refuse: method, path and body. */
type Attempt = readonly [string, string, object?];

const from = [{ collectionId: 'careers', allDescendants: true }];
const aggregations = [{ count: {} }];
const structuredQuery = { from };
const structuredAggregationQuery = { structuredQuery, aggregations };

const requests: readonly Attempt[] = [
  ['GET', '/other'],
  ['GET', '/erasedRecords'],
  ['GET', '/erasedRecords/a'],
  ['GET', `/${path}/notes/b`],
  ['DELETE', '/other/a'],
  ['PATCH', '/other/b', { fields: texts(validTexts) }],
  ['POST', '/other', { fields: texts(validTexts) }],
  ['POST', `/${path}/notes`, { fields: texts(validTexts) }],
  ['POST', ':batchWrite', { writes: [writeOf('careers/b')] }],
  ['POST', ':runAggregationQuery', { structuredAggregationQuery }],
  ['POST', ':listCollectionIds', {}],
];

/** Rows in which visitors try to read, or to write by a request other than `commit`. */
export const readingRows: readonly Row[] = [
  ...collectionNames.flatMap(createReadRows),
  ...requests.map((request) => rowOfRequest('careers', request)),
];

function createReadRows(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const fields = texts(goodTexts(collection));
  const structuredQuery = { from: [{ collectionId: collection }] };
  const requests: readonly Attempt[] = [
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

/** Returns a row that expects a refusal of the request and an unchanged record. */
function rowOfRequest(collection: string, [method, path, body]: Attempt): Row {
  const record = `${collection}/${id}`;
  const validTexts = goodTexts(collection);
  const before = commitAsOwner(writeOf(record, texts(validTexts)));
  const steps = [before, { method, path, body, status: 403 }];
  const name = `a visitor, with ${record}: ${method} ${path}`;
  return row(name, steps, { [record]: validTexts });
}
