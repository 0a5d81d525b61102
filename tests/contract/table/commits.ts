import {
  commit,
  good,
  goodTexts,
  id,
  idOf,
  kept,
  nameOf,
  path,
  type Row,
  requestTime,
  row,
  send,
  set,
  texts,
} from './row.ts';

const fields = texts(good);
const other = { ...good, email: 'other@b.co' };
const record = set(path);
const changed = set(path, texts(other));
const second = set(`feedback/${id}`, texts(goodTexts('feedback')));
const malformed = { update: { name: 'x', fields } };
const stored = { [path]: kept() };
const storedOther = { [path]: kept(other) };

/** Batches, each of one or more writes, and what is not spelt well in them. */
export const commitRows: readonly Row[] = [
  ...batchRows(),
  ...transformRows(),
  ...nameRows(),
  ...bodyRows(),
  ...valueRows(),
];

/** A batch is stored whole or not at all, whatever it is made of. */
function batchRows(): Row[] {
  const both = { ...stored, [`feedback/${id}`]: kept(goodTexts('feedback')) };
  const places = Array.from({ length: 20 }, (_, at) => `careers/${idOf(at)}`);
  const twenty = Object.fromEntries(places.map((place) => [place, kept()]));
  type Batch = Parameters<typeof commit>;
  const first: Batch = [200, record];
  const pair: Batch = [200, record, second];
  const removal = (id: string) => ({ delete: nameOf(`careers/${id}`) });
  const bad = set(path, {});
  const spoilt = set(`feedback/${id}`, {});
  const rows: [string, Row['stored'], ...Batch[]][] = [
    ['two records', both, pair],
    ['the same both again, the answer lost', both, pair, pair],
    ['one was there before', both, first, pair],
    ['good, then refused', {}, [403, record, spoilt]],
    ['refused, then good', {}, [403, spoilt, record]],
    ['good, then a deletion', {}, [403, record, removal(idOf(2))]],
    ['good, then an unknown collection', {}, [403, record, set(`other/${id}`)]],
    ['good, then malformed', {}, [400, record, malformed]],
    ['good, beside other content', stored, first, [403, second, changed]],
    ['twenty records', twenty, [200, ...places.map((place) => set(place))]],
    ['the same document twice', stored, [200, record, record]],
    ['the last of two stays', storedOther, [200, record, changed]],
    ['bad, then mended', stored, [200, bad, record]],
    ['good, then spoilt', {}, [403, record, bad]],
    ['a replay, then other content', stored, first, [403, record, changed]],
    ['created, then deleted', {}, [403, record, removal(id)]],
  ];
  return rows.map(([name, left, ...batches]) => {
    const steps = batches.map((batch) => commit(...batch));
    return row(`batch: ${name}`, steps, left);
  });
}

function transformRows(): Row[] {
  const rows: [string, number, unknown][] = [
    ['on another field', 403, [requestTime, on('extra')]],
    ['on a text', 403, [requestTime, on('email')]],
    ['twice', 200, [requestTime, requestTime]],
    ['of another kind', 400, [on('timestamp', 'NEVER')]],
    ['of no kind', 400, [{ fieldPath: 'timestamp' }]],
    ['on nothing', 400, [{ setToServerValue: 'REQUEST_TIME' }]],
    ['in an object', 400, {}],
    ['in an empty list', 403, []],
  ];
  const timed = (updateTransforms: unknown) =>
    set(path, fields, { updateTransforms });
  const onText = timed([requestTime, on('email')]);
  const twice = [commit(200, record), commit(403, onText)];
  return [
    ...rows.map(([name, status, transforms]) =>
      created(`time: ${name}`, status, timed(transforms)),
    ),
    row('time: on a text of what exists', twice, stored),
  ];
}

function on(fieldPath: string, setToServerValue = 'REQUEST_TIME'): object {
  return { fieldPath, setToServerValue };
}

function nameRows(): Row[] {
  const root = nameOf('').slice(0, -1);
  const below = ['', '/', '/careers', '/careers/', '/careers/a/']
    .concat('/careers/a/notes', '//a', '/careers//a', '/careers/.')
    .concat('/careers/..', '/careers/__a__', '/__a__/a')
    .concat(`/careers/${'x'.repeat(1501)}`)
    .map((path) => root + path);
  const wrong = ['', 'x', path, `/${root}/${path}`, 5, null, {}, []];
  const refused = ['other', 'Careers', 'careers ', 'c%61reers']
    .map((collection) => `${collection}/${id}`)
    .concat(
      ['x'.repeat(1500), 'a', 'ü', 'a b', 'a%2Fb', '__a', '😀', 'constructor']
        .concat([id.toUpperCase(), `${id}0`, id.slice(1), `{${id}}`])
        .map((wrong) => `careers/${wrong}`),
    );
  const named = (name: unknown) =>
    set(path, fields, { update: { name, fields } });
  return [
    ...[...wrong, ...below].map((name) =>
      created(`name: ${JSON.stringify(name).slice(0, 99)}`, 400, named(name)),
    ),
    ...refused.map((place) =>
      created(`name: ${JSON.stringify(place).slice(0, 60)}`, 403, set(place)),
    ),
  ];
}

function bodyRows(): Row[] {
  const update = (given: unknown) => ({ writes: [{ update: given }] });
  const name = nameOf(path);
  const huge = { ...good, message: 'x'.repeat(4_300_000) };
  const bodies: [string, number, unknown][] = [
    ['cut short', 400, '{"writes":['],
    ['a list', 400, '[]'],
    ['a text', 400, '"x"'],
    ['null', 400, 'null'],
    ['writes as an object', 400, { writes: {} }],
    ['a write that is null', 400, { writes: [null] }],
    ['a write that is empty', 400, { writes: [{}] }],
    ['a write of two kinds', 400, { writes: [{ ...record, delete: name }] }],
    ['an update that is null', 400, update(null)],
    ['an update that is empty', 400, update({})],
    ['fields as a list', 400, update({ name, fields: [] })],
    ['a deletion without a name', 400, { writes: [{ delete: 'x' }] }],
    ['a deletion of what is not there', 403, { writes: [{ delete: name }] }],
    ['empty', 200, undefined],
    ['an empty object', 200, {}],
    ['no writes', 200, { writes: [] }],
    ['over 4 MiB', 429, { writes: [set(path, texts(huge))] }],
  ];
  return bodies.map(([what, status, body]) =>
    row(`body: ${what}`, [send(status, body)], {}),
  );
}

function valueRows(): Row[] {
  const wrong: [string, unknown][] = [
    ['no kind', {}],
    ['two kinds', { stringValue: 'a', integerValue: '1' }],
    ['a bare text', 'x'],
    ['a list', []],
    ['a text of null', { stringValue: null }],
    ['a text of an object', { stringValue: {} }],
    ['longer than Firestore holds', { stringValue: 'x'.repeat(1_048_488) }],
  ];
  const fine: Record<string, string[]> = {
    message: [
      ...[' ', '\t', 'a\nb\n', '\u00a0', 'e\u0301', 'שלום', '\u202e', '\ufeff'],
      ...['=1+1', '<b>&amp;', '👩‍👩‍👧'],
    ],
    email: ['a@b', 'ä@ü.de', 'a@b@c', 'amit@डाटामेल.भारत', '+a@b.co', '"@"@b'],
  };
  const refused: Record<string, string[]> = {
    message: ['\0', 'a\r\nb', '\u001b[31m', '\b', '\u007f', '\u0085', '\u009b'],
    email: [
      ...[
        ' ',
        'a',
        '@',
        '@b',
        'a@',
        'a b@c',
        'a@b c',
        ' a@b',
        'a@b\n',
        'a\t@b',
      ],
      ...['a@\u00a0b', 'a\u3000@b', 'a@b\u001b[31m', 'a@b\u2028', 'a@\u0085b'],
    ],
  };
  const held = (name: string, value: unknown) =>
    set(path, { ...fields, [name]: value });
  const longest = { stringValue: 'x'.repeat(1_048_487) };
  const rowsOf = (status: number, texts: Record<string, string[]>) =>
    Object.entries(texts).flatMap(([field, values]) =>
      values.map((text) => {
        const steps = [commit(status, held(field, { stringValue: text }))];
        const left = { [path]: kept({ ...good, [field]: text }) };
        const name = `value: ${JSON.stringify(text)} as ${field}`;
        return row(name, steps, status === 200 ? left : {});
      }),
    );
  return [
    ...wrong.flatMap(([what, value]) =>
      ['email', 'extra'].map((name) =>
        created(`value: ${what} in ${name}`, 400, held(name, value)),
      ),
    ),
    ...rowsOf(200, fine),
    ...rowsOf(403, refused),
    created('value: the longest of Firestore', 403, held('message', longest)),
  ];
}

/** A write to an empty database; stored exactly where it is answered 200. */
function created(name: string, status: number, write: unknown): Row {
  return row(name, [commit(status, write)], status === 200 ? stored : {});
}
