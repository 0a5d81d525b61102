import {
  commit,
  good,
  goodTexts,
  id,
  idOf,
  kept,
  ownersCommit,
  path,
  type Row,
  row,
  set,
  texts,
} from './row.ts';

const waitlist = goodTexts('waitlist');
const favorite = { ...goodTexts('favoriteBrand'), brand: 'some favoriteBrand' };

const [joined, vote] = [`waitlist/${id}`, `favoriteBrand/${id}`];
const both = { [joined]: kept(waitlist), [vote]: kept(favorite) };
const join = (more: object = {}, place = joined) =>
  set(place, texts({ ...waitlist, ...more }));
const like = (more: object = {}, place = vote) =>
  set(place, texts({ ...favorite, ...more }));
const other = { email: 'other@b.co' };
const first = commit(200, join(), like());

/** A waitlist record and its favoriteBrand record come together alone. */
const refused: Record<string, object[]> = {
  'a waitlist record alone': [join()],
  'a vote alone': [like()],
  'many votes': [1, 2, 3].map((n) => like({}, `favoriteBrand/${idOf(n)}`)),
  'two ids': [join(), like({}, `favoriteBrand/${idOf(2)}`)],
  'two addresses': [join(other), like()],
  'two brands': [join({ favoriteBrand: 'other' }), like()],
  'another vote beside them': [join(), like(), like({}, 'favoriteBrand/x')],
  'the vote spoilt': [join(), like({ brand: '' })],
};
const accepted: Record<string, Row['steps']> = {
  both: [first],
  'the vote first': [commit(200, like(), join())],
  'both again, the answer lost': [first, first],
  'one of them again': [first, commit(200, like())],
  'a vote beside an older entry': [ownersCommit(join()), commit(200, like())],
  'another vote on an entry': [first, commit(403, like({ brand: 'other' }))],
};

const email = 'Ada+news@localhost';
const name = "Ada\u00a0O'Brien \u200f👩‍👩‍👧";
const message = '\u00ad- one\n\n\t+ two\u2028=three @ http://x.org\n';
const brand = 'Brand & Söhne #1';

const ordinary = { name, email, message, company: brand };

/**
 * The longest values that any release of the site has let through. They may wait
 * unsent on a device, so a number here never becomes smaller.
 */
const longest = {
  name: 'x'.repeat(100),
  email: `x@${'x'.repeat(252)}`,
  company: 'x'.repeat(100),
  message: 'x'.repeat(5000),
};

/** What every release of the site has sent so far. */
const earlier = [ordinary, longest].flatMap(
  ({ company, ...person }): Record<string, Record<string, string>>[] => {
    const { email, name } = person;
    const signUp = { email, favoriteBrand: company };
    return [
      { waitlist: signUp, favoriteBrand: { email, brand: company } },
      { brandContact: { name, email, company } },
      { careers: person },
      { feedback: person },
    ];
  },
);

/** Sign-ups, which are two records each, and all that the site has sent. */
const signUpRows: readonly Row[] = [
  ...Object.entries(refused).map(([name, writes]) =>
    row(`sign-up: ${name}`, [commit(403, ...writes)], {}),
  ),
  ...Object.entries(accepted).map(([name, steps]) =>
    row(`sign-up: ${name}`, steps, both),
  ),
  ...earlier.map((records) => {
    const places = Object.entries(records).map(
      ([collection, values]) => [`${collection}/${id}`, values] as const,
    );
    const step = commit(200, ...places.map(([at, v]) => set(at, texts(v))));
    const left = places.map(([at, values]) => [at, kept(values)] as const);
    const what = Object.keys(records).join(' and ');
    const size = JSON.stringify(records).length;
    return row(
      `earlier: ${what}, ${size} bytes`,
      [step, step],
      Object.fromEntries(left),
    );
  }),
];

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

const second = set(`feedback/${id}`, texts(goodTexts('feedback')));
const spoilt = set(`feedback/${id}`, {});
const changed = set(path, texts({ ...good, email: 'other@b.co' }));

/** A batch is stored whole or not at all. */
const batchRows: readonly Row[] = [
  row('batch: two records', [commit(200, set(path), second)], {
    [path]: kept(),
    [`feedback/${id}`]: kept(goodTexts('feedback')),
  }),
  row('batch: one good, one refused', [commit(403, set(path), spoilt)], {}),
  row(
    'batch: one good, one with other content',
    [commit(200, set(path)), commit(403, second, changed)],
    { [path]: kept() },
  ),
];

/** Outside our collections, and under ids that are no submission's. */
const ids = [
  ...['a', 'a b', 'a%2Fb', 'constructor', 'x'.repeat(1500)],
  ...[id.toUpperCase(), `${id}0`, id.slice(1), `{${id}}`],
];
const places = [
  ...['other', 'Careers', 'c%61reers'].map((name) => `${name}/${id}`),
  ...ids.map((other) => `careers/${other}`),
];

const valueRows = ([200, 403] as const).flatMap((status) =>
  Object.entries(values[status]).flatMap(([field, all]) =>
    all.map((text) => {
      const record = { ...good, [field]: text };
      const stored = status === 200 ? { [path]: kept(record) } : {};
      const name = `value: ${JSON.stringify(text)} as ${field}`;
      return row(name, [commit(status, set(path, texts(record)))], stored);
    }),
  ),
);

/** What is committed together, where, and what texts it may hold. */
export const commitRows: readonly Row[] = [
  ...signUpRows,
  ...batchRows,
  ...places.map((place) =>
    row(`place: ${place.slice(0, 60)}`, [commit(403, set(place))], {}),
  ),
  ...valueRows,
];
