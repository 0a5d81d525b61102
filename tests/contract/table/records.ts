import {
  careersPath,
  careersTexts,
  collectionNames,
  commit,
  commitAsOwner,
  createFields,
  createId,
  createMatchingRecords,
  createValidTexts,
  createWrite,
  type Fields,
  getDocumentName,
  getFieldRules,
  type Row,
  type Step,
  someId,
  timeTransform,
} from './row.ts';

/** Values that are not texts, in the format of Firestore's REST API. */
const otherTypes: Fields = {
  'an integer': { integerValue: '1' },
  null: { nullValue: null },
  'an array': { arrayValue: { values: [{ stringValue: 'x' }] } },
  'a time': { timestampValue: '2024-02-29T12:00:00Z' },
};

const extraText = { stringValue: 'x' };
const clientTime = { timestampValue: '2024-02-29T12:00:00Z' };

/** Rows about the records and the fields of each collection. */
export const recordRows: readonly Row[] = collectionNames.flatMap(
  (collection) => [
    ...createRecordRows(collection),
    ...createRepeatRows(collection),
    ...[...getFieldRules(collection).keys()].flatMap((field) =>
      createFieldRows(collection, field),
    ),
  ],
);

/** Returns a write of a valid record, with changed or further fields. */
function createRecordWrite(collection: string, otherFields: object = {}) {
  const fields = {
    ...createFields(createValidTexts(collection)),
    ...otherFields,
  };
  return createWrite(`${collection}/${someId}`, fields);
}

/** Returns a row that creates a record, or both records of a sign-up. */
function createRow(
  collection: string,
  name: string,
  status: 200 | 403,
  write: { update: { fields: Fields } },
  values = createValidTexts(collection),
): Row {
  // The other record has the same values, so it is no further reason to refuse the commit.
  const otherWrites = Object.entries(
    createMatchingRecords(collection, write.update.fields),
  ).map(([path, fields]) => createWrite(path, fields));

  const records = {
    [`${collection}/${someId}`]: values,
    ...createMatchingRecords(collection, values),
  };
  return {
    name: `${collection}: ${name}`,
    steps: [commit(status, write, ...otherWrites)],
    stored: status === 200 ? records : {},
  };
}

/** Returns rows about one write to an empty database. */
function createRecordRows(collection: string): Row[] {
  const path = `${collection}/${someId}`;
  const fields = createFields(createValidTexts(collection));
  const write = createRecordWrite(collection);
  const name = getDocumentName(path);

  const writeWithoutTransform = { update: { name, fields } };
  const forgedFields = { ...fields, timestamp: clientTime };
  const forgedWrite = { update: { name, fields: forgedFields } };
  const replacedWrite = createRecordWrite(collection, {
    timestamp: clientTime,
  });
  const extraTextWrite = createRecordWrite(collection, { extra: extraText });
  const extraNullWrite = createRecordWrite(collection, {
    extra: { nullValue: null },
  });
  const extraTransform = { ...timeTransform, fieldPath: 'extra' };
  const extraTimeWrite = {
    ...write,
    updateTransforms: [timeTransform, extraTransform],
  };
  const nestedWrite = createWrite(`${path}/notes/b`, fields);

  return [
    createRow(collection, 'a record', 200, write),
    createRow(collection, 'a replaced forged timestamp', 200, replacedWrite),
    createRow(collection, 'no timestamp', 403, writeWithoutTransform),
    createRow(collection, 'a forged timestamp', 403, forgedWrite),
    createRow(collection, 'an extra text', 403, extraTextWrite),
    createRow(collection, 'an extra null', 403, extraNullWrite),
    createRow(collection, 'an extra server time', 403, extraTimeWrite),
    createRow(collection, 'a nested document', 403, nestedWrite),
  ];
}

/** Returns rows about a second write to the same record. */
function createRepeatRows(collection: string): Row[] {
  const name = getDocumentName(`${collection}/${someId}`);
  const values = createValidTexts(collection);
  const write = createRecordWrite(collection);
  const writeWithoutTransform = {
    update: { name, fields: createFields(values) },
  };
  const extraWrite = createRecordWrite(collection, { extra: extraText });

  const firstRow = createRow(collection, 'a record', 200, write);
  const repeat = (rowName: string, status: 200 | 403, secondWrite: object) => {
    const steps = [...firstRow.steps, commit(status, secondWrite)];
    return {
      name: `${collection}: ${rowName}`,
      steps,
      stored: firstRow.stored,
    };
  };

  return [
    repeat('the same record again', 200, write),
    repeat('the deletion of the record', 403, { delete: name }),
    repeat(
      'the same record again, without a timestamp',
      403,
      writeWithoutTransform,
    ),
    repeat('the same record and a field', 403, extraWrite),
    ...Object.keys(values).map((field) => {
      const otherText = { [field]: { stringValue: 'other' } };
      const changedWrite = createRecordWrite(collection, otherText);
      return repeat(`other content in its ${field}`, 403, changedWrite);
    }),
  ];
}

/** Returns rows about the values of a field. */
function createFieldRows(collection: string, field: string): Row[] {
  const path = `${collection}/${someId}`;
  const {
    maxLength = 0,
    required,
    matchingField,
  } = getFieldRules(collection).get(field) ?? {};
  const values = createValidTexts(collection);
  const { [field]: _text, ...otherValues } = values;

  const partialWrite = createWrite(path, createFields(otherValues));
  const missingRow = createRow(
    collection,
    `${field} missing`,
    required ? 403 : 200,
    partialWrite,
    otherValues,
  );

  const typeRows = Object.entries(otherTypes).map(([type, value]) => {
    const write = createRecordWrite(collection, { [field]: value });
    return createRow(collection, `${field} is ${type}`, 403, write);
  });

  const createTextRow = (rule: string, status: 200 | 403, text: string) => {
    const newValues = { ...values, [field]: text };
    const write = createWrite(path, createFields(newValues));
    return createRow(collection, `${field} ${rule}`, status, write, newValues);
  };
  // Every text is a valid email, because the field may require one.
  const createText = (length: number, unit = 'x') =>
    `x@${unit.repeat((length - 2) / unit.length)}`;
  const shortText = field === 'email' ? 'x@x' : 'x';
  const longText = createText(maxLength);
  const tooLongText = createText(maxLength + 1);
  // The limit counts UTF-16 code units, as the form does.
  const longEmoji = createText(maxLength, '😀');
  const tooLongEmoji = longEmoji.padEnd(maxLength + 1, 'x');

  return [
    // Without the field, a record could not match the other one either.
    ...(matchingField ? [] : [missingRow]),
    ...typeRows,
    createTextRow('empty', 403, ''),
    createTextRow('as short as allowed', 200, shortText),
    createTextRow('at its limit', 200, longText),
    createTextRow('one character over its limit', 403, tooLongText),
    createTextRow('emoji up to its limit', 200, longEmoji),
    createTextRow('emoji over its limit', 403, tooLongEmoji),
  ];
}

/** A visitor's request that the rules must refuse. */
type Attempt = Pick<Step, 'method' | 'path' | 'body'>;

/** A query that counts the records of `careers`. */
const structuredAggregationQuery = {
  structuredQuery: {
    from: [{ collectionId: 'careers', allDescendants: true }],
  },
  aggregations: [{ count: {} }],
};

const validBody = { fields: createFields(careersTexts) };

/** Attempts beside those that `createReadRows` makes for each collection. */
const otherAttempts: readonly Attempt[] = [
  { method: 'GET', path: '/other' },
  { method: 'GET', path: '/erasedRecords' },
  { method: 'GET', path: '/erasedRecords/a' },
  { method: 'GET', path: `/${careersPath}/notes/b` },
  { method: 'DELETE', path: '/other/a' },
  { method: 'PATCH', path: '/other/b', body: validBody },
  { method: 'POST', path: '/other', body: validBody },
  { method: 'POST', path: `/${careersPath}/notes`, body: validBody },
  {
    method: 'POST',
    path: `/careers?documentId=${createId(2)}`,
    body: validBody,
  },
  {
    method: 'POST',
    path: ':runAggregationQuery',
    body: { structuredAggregationQuery },
  },
  // Firestore refuses these two methods to visitors, whatever the rules say.
  {
    method: 'POST',
    path: ':batchWrite',
    body: { writes: [createWrite(`careers/${createId(2)}`)] },
  },
  { method: 'POST', path: ':listCollectionIds', body: {} },
];

/** Rows in which visitors try to read, or to write by a request other than `commit`. */
export const readingRows: readonly Row[] = [
  ...collectionNames.flatMap(createReadRows),
  ...otherAttempts.map((attempt) => createRefusedRow('careers', attempt)),
];

function createReadRows(collection: string): Row[] {
  const path = `${collection}/${someId}`;
  const body = { fields: createFields(createValidTexts(collection)) };
  const structuredQuery = { from: [{ collectionId: collection }] };
  const attempts: readonly Attempt[] = [
    { method: 'GET', path: `/${path}` },
    { method: 'GET', path: `/${collection}/b` },
    { method: 'GET', path: `/${collection}?pageSize=1` },
    { method: 'POST', path: ':runQuery', body: { structuredQuery } },
    {
      method: 'POST',
      path: ':batchGet',
      body: { documents: [getDocumentName(path)] },
    },
    { method: 'DELETE', path: `/${path}` },
    { method: 'PATCH', path: `/${path}`, body },
  ];
  return attempts.map((attempt) => createRefusedRow(collection, attempt));
}

/** Returns a row that expects a refusal of the attempt and an unchanged record. */
function createRefusedRow(collection: string, attempt: Attempt): Row {
  const recordPath = `${collection}/${someId}`;
  const values = createValidTexts(collection);
  const firstStep = commitAsOwner(
    createWrite(recordPath, createFields(values)),
  );
  const refusedStep = { ...attempt, status: 403 };

  const { method, path } = attempt;
  const name = `a visitor, with ${recordPath}: ${method} ${path}`;
  return {
    name,
    steps: [firstStep, refusedStep],
    stored: { [recordPath]: values },
  };
}
