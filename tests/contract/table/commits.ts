import {
  commit,
  good,
  goodTexts,
  id,
  kept,
  path,
  type Row,
  row,
  set,
  texts,
} from './row.ts';

/** Texts that careers may and may not hold. */
const values: Record<200 | 403, Record<string, string[]>> = {
  200: {
    message: [
      ...[' ', '\t', 'a\nb\n', '\u00a0', 'e\u0301', 'שלום', '\u202e'],
      ...['\ufeff', '=1+1', '<b>&amp;', '👩‍👩‍👧'],
    ],
    email: ['a@b', 'ä@ü.de', 'a@b@c', 'amit@डाटामेल.भारत', '+a@b.co', '"@"@b'],
  },
  403: {
    message: ['\0', 'a\r\nb', '\u001b[31m', '\b', '\u007f', '\u0085', '\u009b'],
    email: [
      ...[' ', 'a', '@', '@b', 'a@', 'a b@c', 'a@b c', ' a@b', 'a@b\n'],
      ...['a\t@b', 'a@\u00a0b', 'a\u3000@b', 'a@b\u001b[31m', 'a@b\u2028'],
      'a@\u0085b',
    ],
  },
};

/** Batches, where records may be, and what texts they may hold. */
export const commitRows: readonly Row[] = [
  ...batchRows(),
  ...placeRows(),
  ...valueRows(),
];

/** A batch is stored whole or not at all. */
function batchRows(): Row[] {
  const record = set(path);
  const second = set(`feedback/${id}`, texts(goodTexts('feedback')));
  const spoilt = set(`feedback/${id}`, {});
  const changed = set(path, texts({ ...good, email: 'other@b.co' }));
  const stored = { [path]: kept() };
  const both = { ...stored, [`feedback/${id}`]: kept(goodTexts('feedback')) };
  return [
    row('batch: two records', [commit(200, record, second)], both),
    row('batch: good, then refused', [commit(403, record, spoilt)], {}),
    row('batch: refused, then good', [commit(403, spoilt, record)], {}),
    row(
      'batch: good, beside other content',
      [commit(200, record), commit(403, second, changed)],
      stored,
    ),
  ];
}

/** Outside our collections, and under ids that are no submission's. */
function placeRows(): Row[] {
  const ids = ['a', 'a b', 'a%2Fb', 'constructor', 'x'.repeat(1500)];
  const close = [id.toUpperCase(), `${id}0`, id.slice(1), `{${id}}`];
  const places = [
    ...['other', 'Careers', 'c%61reers'].map((name) => `${name}/${id}`),
    ...[...ids, ...close].map((id) => `careers/${id}`),
  ];
  return places.map((place) =>
    row(`place: ${place.slice(0, 60)}`, [commit(403, set(place))], {}),
  );
}

function valueRows(): Row[] {
  const rowsOf = (status: 200 | 403) =>
    Object.entries(values[status]).flatMap(([field, all]) =>
      all.map((text) => {
        const record = { ...good, [field]: text };
        return row(
          `value: ${JSON.stringify(text)} as ${field}`,
          [commit(status, set(path, texts(record)))],
          status === 200 ? { [path]: kept(record) } : {},
        );
      }),
    );
  return [...rowsOf(200), ...rowsOf(403)];
}
