import {
  commit,
  good,
  kept,
  nameOf,
  type Row,
  requestTime,
  send,
  set,
  texts,
} from './row.ts';

const fields = texts(good);
const other = { ...good, email: 'other' };
const path = 'waitlist/a';
const stored = { [path]: kept() };
const first = commit(200, set(path));
const mask = (...fieldPaths: unknown[]) => ({ updateMask: { fieldPaths } });
const transforms = (...updateTransforms: unknown[]) => ({ updateTransforms });

/** Every other way to spell a write, and those that are not spelt well. */
export const writeRows: readonly Row[] = [
  ...maskRows(),
  ...transformRows(),
  ...nameRows(),
  ...bodyRows(),
  ...valueRows(),
];

function maskRows(): Row[] {
  const rows: Row[] = [
    created('all fields', 200, mask('email', 'favoriteBrand')),
    created('some fields', 403, mask('email')),
    created('no fields', 403, mask()),
    created(
      'the timestamp too',
      200,
      mask('email', 'favoriteBrand', 'timestamp'),
    ),
    created('quoted names', 200, mask('`email`', 'favoriteBrand')),
    created(
      'a nested name that is not there',
      200,
      mask('email', 'favoriteBrand', 'a.b'),
    ),
    created('a malformed name', 400, mask('..')),
    created('an empty name', 400, mask('')),
    created('a word', 400, { updateMask: 'x' }),
    created('an unknown key', 400, { updateMask: { foo: [] } }),
    created('an extra field left out', 200, mask('email', 'favoriteBrand'), {
      ...fields,
      extra: { stringValue: 'x' },
    }),
    again('a replay of all', 200, mask('email', 'favoriteBrand')),
    again('a replay of one', 200, mask('email'), { email: fields.email }),
    again('a replay of none', 200, mask(), {}),
    again('other content left out', 200, mask('favoriteBrand'), texts(other)),
    again('other content', 403, mask('email'), texts(other)),
    again('a field removed', 403, mask('email'), {}),
    again('a field added', 403, mask('extra'), { extra: { stringValue: 'x' } }),
    again('the timestamp removed', 403, {
      ...mask('timestamp'),
      updateTransforms: [],
    }),
    again(
      'the timestamp forged',
      403,
      {
        ...mask('timestamp'),
        updateTransforms: [],
      },
      { timestamp: { timestampValue: '2024-02-29T12:00:00Z' } },
    ),
  ];
  return rows.map((row) => ({ ...row, name: `mask: ${row.name}` }));
}

function transformRows(): Row[] {
  const on = (fieldPath: string, change: object) =>
    transforms(requestTime, { fieldPath, ...change });
  const values = { values: [{ stringValue: 'x' }] };
  const document = nameOf(path);
  const transform = { document, fieldTransforms: [requestTime] };
  const rows: Row[] = [
    created(
      'an increment of the timestamp',
      403,
      transforms({
        fieldPath: 'timestamp',
        increment: { integerValue: '1' },
      }),
    ),
    created(
      'an increment beside it',
      403,
      on('extra', { increment: { integerValue: '1' } }),
    ),
    created(
      'an increment of a text',
      403,
      on('email', { increment: { integerValue: '1' } }),
    ),
    created(
      'an increment by a text',
      400,
      on('extra', { increment: { stringValue: '1' } }),
    ),
    created('a maximum', 403, on('extra', { maximum: { integerValue: '1' } })),
    created('a minimum', 403, on('extra', { minimum: { doubleValue: 1 } })),
    created(
      'elements appended',
      403,
      on('extra', { appendMissingElements: values }),
    ),
    created(
      'elements appended to a text',
      403,
      on('email', { appendMissingElements: values }),
    ),
    created(
      'elements removed',
      403,
      on('email', { removeAllFromArray: values }),
    ),
    created(
      'the time on another field',
      403,
      on('extra', { setToServerValue: 'REQUEST_TIME' }),
    ),
    created(
      'the time on a text',
      403,
      on('email', { setToServerValue: 'REQUEST_TIME' }),
    ),
    created(
      'the time below a field',
      403,
      on('extra.time', { setToServerValue: 'REQUEST_TIME' }),
    ),
    created('the time twice', 200, transforms(requestTime, requestTime)),
    created(
      'the time, its name quoted',
      200,
      transforms({ ...requestTime, fieldPath: '`timestamp`' }),
    ),
    created(
      'the time by its number',
      200,
      transforms({ ...requestTime, setToServerValue: 1 }),
    ),
    created(
      'an unspecified value',
      400,
      transforms({
        ...requestTime,
        setToServerValue: 'SERVER_VALUE_UNSPECIFIED',
      }),
    ),
    created(
      'an unknown value',
      400,
      transforms({ ...requestTime, setToServerValue: 'NEVER' }),
    ),
    created('no change', 400, transforms({ fieldPath: 'timestamp' })),
    created('no name', 400, transforms({ setToServerValue: 'REQUEST_TIME' })),
    created(
      'two changes',
      400,
      transforms({ ...requestTime, increment: { integerValue: '1' } }),
    ),
    created('an unknown key', 400, transforms({ ...requestTime, foo: 1 })),
    created('an object for a list', 400, { updateTransforms: {} }),
    created('null for a list', 403, { updateTransforms: null }),
    created('an empty list', 403, transforms()),
    again(
      'an increment of what exists',
      403,
      on('email', { increment: { integerValue: '1' } }),
    ),
    again(
      'the time on a text of what exists',
      403,
      on('email', { setToServerValue: 'REQUEST_TIME' }),
    ),
    row(
      'the older spelling',
      200,
      { update: { name: document, fields } },
      { transform },
    ),
    row('the older spelling, alone', 403, { transform }),
    {
      name: 'the older spelling, on what exists',
      steps: [first, commit(200, { transform })],
      stored,
    },
    row('the older spelling, empty', 400, { transform: { document } }),
    row('the older spelling, malformed name', 400, {
      transform: { ...transform, document: 'x' },
    }),
    row('the older spelling beside the newer', 400, {
      transform,
      ...transforms(requestTime),
    }),
  ];
  return rows.map((r) => ({ ...r, name: `transform: ${r.name}` }));
}

function nameRows(): Row[] {
  const root = nameOf('').slice(0, -1);
  const named = (name: unknown) => ({
    update: { name, fields },
    ...transforms(requestTime),
  });
  const wrong: readonly unknown[] = [
    '',
    'x',
    path,
    root,
    `${root}/`,
    `${root}/waitlist`,
    `${root}/waitlist/`,
    `${root}/waitlist/a/`,
    `${root}/waitlist/a/notes`,
    `${root}//a`,
    `${root}/waitlist//a`,
    `/${root}/waitlist/a`,
    `${root}/waitlist/.`,
    `${root}/waitlist/..`,
    `${root}/waitlist/__a__`,
    `${root}/__a__/a`,
    `${root}/waitlist/${'x'.repeat(1501)}`,
    5,
    null,
    {},
    [],
  ];
  const refused = ['other/a', 'Waitlist/a', 'waitlist /a', 'wait%6Cist/a'];
  const fine = [
    'x'.repeat(1500),
    'ü',
    'a b',
    'a%2Fb',
    '__a',
    'constructor',
    '😀',
    '*',
  ];
  return [
    ...wrong.map((name) => ({
      name: `name: ${JSON.stringify(name)?.slice(0, 99)} is malformed`,
      steps: [commit(400, named(name))],
      stored: {},
    })),
    ...refused.map((place) => ({
      name: `name: ${place} is no place of ours`,
      steps: [commit(403, set(place))],
      stored: {},
    })),
    ...fine.map((id) => ({
      name: `name: ${id.slice(0, 20)} is an id`,
      steps: [commit(200, set(`waitlist/${id}`))],
      stored: { [`waitlist/${id}`]: kept() },
    })),
  ];
}

function bodyRows(): Row[] {
  const write = set(path);
  const broken: readonly (readonly [string, unknown])[] = [
    ['cut short', '{"writes":['],
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['writes as an object', { writes: {} }],
    ['writes as a text', { writes: 'x' }],
    ['an unknown key', { writes: [write], foo: 1 }],
    ['an unknown transaction', { writes: [write], transaction: 'YQ==' }],
    ['a write that is null', { writes: [null] }],
    ['a write that is a list', { writes: [[]] }],
    ['a write that is empty', { writes: [{}] }],
    ['a write with an unknown key', { writes: [{ ...write, foo: 1 }] }],
    ['a write of two kinds', { writes: [{ ...write, delete: nameOf(path) }] }],
    ['an update that is null', { writes: [{ update: null }] }],
    ['an update that is empty', { writes: [{ update: {} }] }],
    ['an update that is a text', { writes: [{ update: 'x' }] }],
    [
      'an update with an unknown key',
      { writes: [{ update: { name: nameOf(path), fields, foo: 1 } }] },
    ],
    [
      'fields as a list',
      { writes: [{ update: { name: nameOf(path), fields: [] } }] },
    ],
    [
      'fields as a text',
      { writes: [{ update: { name: nameOf(path), fields: 'x' } }] },
    ],
    ['a deletion without a name', { writes: [{ delete: 'x' }] }],
    [
      'a deletion with a mask',
      { writes: [{ delete: nameOf(path), ...mask('a') }] },
    ],
    ['a check without a name', { writes: [{ verify: 'x' }] }],
  ];
  const row400 = broken.map(([what, body]) => ({
    name: `body: ${what}`,
    steps: [send(400, body)],
    stored: {},
  }));
  const harmless: readonly (readonly [string, unknown])[] = [
    ['empty', undefined],
    ['an empty object', {}],
    ['no writes', { writes: [] }],
    ['writes as null', { writes: null }],
  ];
  return [
    ...row400,
    ...harmless.map(([what, body]) => ({
      name: `body: ${what}`,
      steps: [send(200, body)],
      stored: {},
    })),
    {
      name: 'body: an empty transaction',
      steps: [send(200, { writes: [write], transaction: '' })],
      stored,
    },
    row(
      'body: fields as null',
      403,
      set(path, null as unknown as typeof fields),
    ),
    row('body: a check of nothing', 400, { verify: nameOf(path) }),
    row('body: a check of what is not there', 403, {
      verify: nameOf(path),
      currentDocument: { exists: false },
    }),
    row('body: a deletion of what is not there', 403, { delete: nameOf(path) }),
    {
      name: 'body: over 4 MiB',
      steps: [
        commit(
          429,
          set(path, texts({ ...good, email: 'x'.repeat(4_300_000) })),
        ),
      ],
      stored: {},
    },
  ];
}

function valueRows(): Row[] {
  const malformed: readonly (readonly [string, unknown])[] = [
    ['no kind', {}],
    ['two kinds', { stringValue: 'a', integerValue: '1' }],
    ['an unknown kind', { fooValue: 1 }],
    ["the prototype's", { constructor: 1 }],
    ['a bare text', 'x'],
    ['a bare null', null],
    ['a list', []],
    ['a text of null', { stringValue: null }],
    ['a text of an object', { stringValue: {} }],
    ['an integer of letters', { integerValue: 'x' }],
    ['a double of letters', { doubleValue: 'x' }],
    ['a boolean of letters', { booleanValue: 'x' }],
    ['a time of letters', { timestampValue: 'x' }],
    ['bytes of no base64', { bytesValue: '*' }],
    ['a reference to nowhere', { referenceValue: 'x' }],
    ['a point off the globe', { geoPointValue: { latitude: 91 } }],
    ['an array that is a list', { arrayValue: [] }],
    ['an array in an array', { arrayValue: { values: [{ arrayValue: {} }] } }],
    ['a map that is a text', { mapValue: 'x' }],
    [
      'a map with a reserved name',
      { mapValue: { fields: { __a__: { stringValue: 'x' } } } },
    ],
    ['longer than Firestore holds', { stringValue: 'x'.repeat(1_048_488) }],
  ];
  const lenient: readonly (readonly [string, unknown, string])[] = [
    ['a number', 5, '5'],
    ['a boolean', true, 'true'],
    ['a space', ' ', ' '],
    ['line ends', 'a\r\nb', 'a\r\nb'],
    ['a zero character', '\0', '\0'],
    ['combining marks', 'e\u0301', 'e\u0301'],
    ['right to left', 'שלום', 'שלום'],
    ['a formula', '=1+1', '=1+1'],
    ['markup', '<b>&amp;', '<b>&amp;'],
  ];
  const names = ['', '__a__', '__proto__', 'x'.repeat(1501)];
  return [
    ...malformed.flatMap(([what, value]) => [
      row(`value: ${what}`, 400, set(path, { ...fields, email: value })),
      row(`value: ${what}, extra`, 400, set(path, { ...fields, extra: value })),
    ]),
    ...lenient.map(([what, stringValue, text]) => ({
      name: `value: ${what} as text`,
      steps: [commit(200, set(path, { ...fields, email: { stringValue } }))],
      stored: { [path]: kept({ ...good, email: text }) },
    })),
    row(
      'value: the longest that Firestore holds',
      403,
      set(path, texts({ ...good, email: 'x'.repeat(1_048_487) })),
    ),
    ...names.map((name) =>
      row(
        `field name: ${JSON.stringify(name).slice(0, 20)}`,
        400,
        set(path, { ...fields, [name]: { stringValue: 'x' } }),
      ),
    ),
  ];
}

/** A write to an empty database; stored exactly where it is answered 200. */
function row(name: string, status: number, ...writes: unknown[]): Row {
  const steps = [commit(status, ...writes)];
  return { name, steps, stored: status === 200 ? stored : {} };
}

function created(
  name: string,
  status: number,
  more: object,
  given: typeof fields = fields,
): Row {
  return row(`${name}, new`, status, set(path, given, more));
}

function again(
  name: string,
  status: number,
  more: object,
  given: typeof fields = fields,
): Row {
  const second = commit(status, set(path, given, more));
  return { name, steps: [first, second], stored };
}
