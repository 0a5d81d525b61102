import {
  commit,
  goodTexts,
  id,
  idOf,
  kept,
  ownersCommit,
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

/** What every version of the site has sent so far, sent anew in each. */
const earlier: Record<string, Record<string, string>>[] = [
  {
    waitlist: { email, favoriteBrand: brand },
    favoriteBrand: { email, brand },
  },
  { brandContact: { name, email, company: brand } },
  { careers: { name, email, message } },
  { feedback: { name, email, message } },
];

/** Sign-ups, which are two records each, and all that the site has sent. */
export const signUpRows: readonly Row[] = [
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
    return row(`earlier: ${what}`, [step, step], Object.fromEntries(left));
  }),
];
