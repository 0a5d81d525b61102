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
const stored = { [path]: kept() };
const storedOther = { [path]: kept(other) };

/** Texts that careers may and may not hold. */
const values: Record<200 | 403, Record<string, string[]>> = {
  200: {
    message: [
      ' ',
      '\t',
      'a\nb\n',
      '\u00a0',
      'e\u0301',
      'שלום',
      '\u202e',
    ].concat(['\ufeff', '=1+1', '<b>&amp;', '👩‍👩‍👧']),
    email: ['a@b', 'ä@ü.de', 'a@b@c', 'amit@डाटामेल.भारत', '+a@b.co', '"@"@b'],
  },
  403: {
    message: ['\0', 'a\r\nb', '\u001b[31m', '\b', '\u007f', '\u0085', '\u009b'],
    email: [
      ' ',
      'a',
      '@',
      '@b',
      'a@',
      'a b@c',
      'a@b c',
      ' a@b',
      'a@b\n',
    ].concat(
      ['a\t@b', 'a@\u00a0b', 'a\u3000@b', 'a@b\u001b[31m', 'a@b\u2028'],
      'a@\u0085b',
    ),
  },
};

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
  const unknown = set(`other/${id}`);
  const rows: [string, Row['stored'], ...Batch[]][] = [
    ['two records', both, pair],
    ['the same both again, the answer lost', both, pair, pair],
    ['one was there before', both, first, pair],
    ['good, then refused', {}, [403, record, spoilt]],
    ['refused, then good', {}, [403, spoilt, record]],
    ['good, then a deletion', {}, [403, record, removal(idOf(2))]],
    ['good, then an unknown collection', {}, [403, record, unknown]],
    ['good, then malformed', {}, [400, record, { update: { name: 'x' } }]],
    ['good, beside other content', stored, first, [403, second, changed]],
    ['twenty records', twenty, [200, ...places.map((place) => set(place))]],
    ['the same document twice', stored, [200, record, record]],
    ['the last of two stays', storedOther, [200, record, changed]],
    ['bad, then mended', stored, [200, bad, record]],
    ['good, then spoilt', {}, [403, record, bad]],
    ['a replay, then other content', stored, first, [403, record, changed]],
    ['created, then deleted', {}, [403, record, removal(id)]],
  ];
  return rows.map(([name, left, ...batches]) =>
    row(
      `batch: ${name}`,
      batches.map((batch) => commit(...batch)),
      left,
    ),
  );
}

function transformRows(): Row[] {
  const timed = (...updateTransforms: object[]) =>
    set(path, fields, { updateTransforms });
  const onText = timed(requestTime, on('email'));
  return [
    created('time: on another field', 403, timed(requestTime, on('extra'))),
    created('time: on a text', 403, onText),
    created('time: twice', 200, timed(requestTime, requestTime)),
    created('time: of another kind', 400, timed(on('timestamp', 'NEVER'))),
    created('time: of nothing', 403, timed()),
    row(
      'time: on a text of what exists',
      [commit(200, record), commit(403, onText)],
      stored,
    ),
  ];
}

function on(fieldPath: string, setToServerValue = 'REQUEST_TIME'): object {
  return { fieldPath, setToServerValue };
}

function nameRows(): Row[] {
  const malformed = ['', path, nameOf(''), nameOf('careers'), nameOf('a//b')];
  const ids = ['a', 'ü', 'a b', 'a%2Fb', '__a', '😀', 'constructor'];
  const close = [id.toUpperCase(), `${id}0`, id.slice(1), `{${id}}`];
  const refused = [
    ...['other', 'Careers', 'careers ', 'c%61reers'].map((c) => `${c}/${id}`),
    ...[...ids, ...close, 'x'.repeat(1500)].map((id) => `careers/${id}`),
  ];
  return [
    ...malformed.map((name) =>
      created(
        `name: "${name}"`,
        400,
        set(path, fields, { update: { name, fields } }),
      ),
    ),
    ...refused.map((place) =>
      created(`name: of ${place.slice(0, 60)}`, 403, set(place)),
    ),
  ];
}

function bodyRows(): Row[] {
  const name = nameOf(path);
  const bodies: [string, number, unknown][] = [
    ['cut short', 400, '{"writes":['],
    ['null', 400, 'null'],
    ['writes as an object', 400, { writes: {} }],
    ['an empty write', 400, { writes: [{}] }],
    ['an empty update', 400, { writes: [{ update: {} }] }],
    ['a deletion of what is not there', 403, { writes: [{ delete: name }] }],
    ['empty', 200, undefined],
    ['an empty object', 200, {}],
  ];
  return bodies.map(([what, status, body]) =>
    row(`body: ${what}`, [send(status, body)], {}),
  );
}

function valueRows(): Row[] {
  const held = (name: string, value: unknown) =>
    set(path, { ...fields, [name]: value });
  const rowsOf = (status: 200 | 403) =>
    Object.entries(values[status]).flatMap(([field, texts]) =>
      texts.map((text) => {
        const steps = [commit(status, held(field, { stringValue: text }))];
        const left = { [path]: kept({ ...good, [field]: text }) };
        const name = `value: ${JSON.stringify(text)} as ${field}`;
        return row(name, steps, status === 200 ? left : {});
      }),
    );
  return [
    created('value: a bare text', 400, held('email', 'x')),
    ...rowsOf(200),
    ...rowsOf(403),
  ];
}

/** A write to an empty database; stored exactly where it is answered 200. */
function created(name: string, status: number, write: unknown): Row {
  return row(name, [commit(status, write)], status === 200 ? stored : {});
}
