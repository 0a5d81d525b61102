import {
  commit,
  good,
  goodTexts,
  kept,
  nameOf,
  type Row,
  requestTime,
  row,
  send,
  set,
  texts,
} from './row.ts';

const fields = texts(good);
const other = { ...good, email: 'other' };
const favorite = goodTexts('favoriteBrand');
const waitlist = set('waitlist/a');
const changed = set('waitlist/a', texts(other));
const brand = set('favoriteBrand/a', texts(favorite));
const malformed = { update: { name: 'x', fields } };
const stored = { 'waitlist/a': kept() };
const storedOther = { 'waitlist/a': kept(other) };

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
  const both = { ...stored, 'favoriteBrand/a': kept(favorite) };
  const ids = Array.from({ length: 10 }, (_, index) => `waitlist/${index}`);
  const ten = Object.fromEntries(ids.map((path) => [path, kept()]));
  type Batch = Parameters<typeof commit>;
  const first: Batch = [200, waitlist];
  const pair: Batch = [200, waitlist, brand];
  const removal = (id: string) => ({ delete: nameOf(`waitlist/${id}`) });
  const bad = set('waitlist/a', {});
  const rows: [string, Row['stored'], ...Batch[]][] = [
    ['both records of a waitlist entry', both, pair],
    ['the same both again, the answer lost', both, pair, pair],
    ['one was there before', both, first, pair],
    ['good, then refused', {}, [403, waitlist, set('careers/a')]],
    ['refused, then good', {}, [403, set('careers/a'), waitlist]],
    ['good, then a deletion', {}, [403, waitlist, removal('z')]],
    ['good, then an unknown collection', {}, [403, waitlist, set('other/a')]],
    ['good, then malformed', {}, [400, waitlist, malformed]],
    ['good, beside other content', stored, first, [403, brand, changed]],
    ['ten records', ten, [200, ...ids.map((path) => set(path))]],
    ['the same document twice', stored, [200, waitlist, waitlist]],
    ['the last of two stays', storedOther, [200, waitlist, changed]],
    ['bad, then mended', stored, [200, bad, waitlist]],
    ['good, then spoilt', {}, [403, waitlist, bad]],
    ['a replay, then other content', stored, first, [403, waitlist, changed]],
    ['created, then deleted', {}, [403, waitlist, removal('a')]],
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
    set('waitlist/a', fields, { updateTransforms });
  const onText = timed([requestTime, on('email')]);
  const twice = [commit(200, waitlist), commit(403, onText)];
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
  const below = ['', '/', '/waitlist', '/waitlist/', '/waitlist/a/']
    .concat('/waitlist/a/notes', '//a', '/waitlist//a', '/waitlist/.')
    .concat('/waitlist/..', '/waitlist/__a__', '/__a__/a')
    .concat(`/waitlist/${'x'.repeat(1501)}`)
    .map((path) => root + path);
  const wrong = ['', 'x', 'waitlist/a', `/${root}/waitlist/a`, 5, null, {}, []];
  const refused = ['other/a', 'Waitlist/a', 'waitlist /a', 'wait%6Cist/a'];
  const ids = ['x'.repeat(1500), 'ü', 'a b', 'a%2Fb', '__a', '😀', '*'];
  const named = (name: unknown) =>
    set('waitlist/a', fields, { update: { name, fields } });
  return [
    ...[...wrong, ...below].map((name) =>
      created(`name: ${JSON.stringify(name).slice(0, 99)}`, 400, named(name)),
    ),
    ...refused.map((place) => created(`name: ${place}`, 403, set(place))),
    ...[...ids, 'constructor'].map((id) => {
      const place = `waitlist/${id}`;
      const steps = [commit(200, set(place))];
      return row(`id: ${id.slice(0, 20)}`, steps, { [place]: kept() });
    }),
  ];
}

function bodyRows(): Row[] {
  const update = (given: unknown) => ({ writes: [{ update: given }] });
  const name = nameOf('waitlist/a');
  const huge = { ...good, email: 'x'.repeat(4_300_000) };
  const bodies: [string, number, unknown][] = [
    ['cut short', 400, '{"writes":['],
    ['a list', 400, '[]'],
    ['a text', 400, '"x"'],
    ['null', 400, 'null'],
    ['writes as an object', 400, { writes: {} }],
    ['a write that is null', 400, { writes: [null] }],
    ['a write that is empty', 400, { writes: [{}] }],
    ['a write of two kinds', 400, { writes: [{ ...waitlist, delete: name }] }],
    ['an update that is null', 400, update(null)],
    ['an update that is empty', 400, update({})],
    ['fields as a list', 400, update({ name, fields: [] })],
    ['a deletion without a name', 400, { writes: [{ delete: 'x' }] }],
    ['a deletion of what is not there', 403, { writes: [{ delete: name }] }],
    ['empty', 200, undefined],
    ['an empty object', 200, {}],
    ['no writes', 200, { writes: [] }],
    ['over 4 MiB', 429, { writes: [set('waitlist/a', texts(huge))] }],
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
  const fine: [string, string][] = [
    ['a space', ' '],
    ['line ends', 'a\r\nb'],
    ['a zero character', '\0'],
    ['combining marks', 'e\u0301'],
    ['right to left', 'שלום'],
    ['a formula', '=1+1'],
    ['markup', '<b>&amp;'],
  ];
  const held = (name: string, value: unknown) =>
    set('waitlist/a', { ...fields, [name]: value });
  const longest = { stringValue: 'x'.repeat(1_048_487) };
  return [
    ...wrong.flatMap(([what, value]) =>
      ['email', 'extra'].map((name) =>
        created(`value: ${what} in ${name}`, 400, held(name, value)),
      ),
    ),
    ...fine.map(([what, email]) => {
      const steps = [commit(200, held('email', { stringValue: email }))];
      const left = { 'waitlist/a': kept({ ...good, email }) };
      return row(`value: ${what} as text`, steps, left);
    }),
    created('value: the longest of Firestore', 403, held('email', longest)),
  ];
}

/** A write to an empty database; stored exactly where it is answered 200. */
function created(name: string, status: number, write: unknown): Row {
  return row(name, [commit(status, write)], status === 200 ? stored : {});
}
