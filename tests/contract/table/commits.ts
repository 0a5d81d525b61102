import { type Release, releases } from '../../../src/rules/releases.js';
import {
  commit,
  commitAsOwner,
  goodTexts,
  id,
  idOf,
  path,
  type Row,
  row,
  type Stored,
  texts,
  validTexts,
  writeOf,
  writesOf,
} from './row.ts';

const waitlistTexts = goodTexts('waitlist');
const vote = { ...goodTexts('favoriteBrand'), brand: 'some favoriteBrand' };

const [entryPath, votePath] = [`waitlist/${id}`, `favoriteBrand/${id}`];
const feedbackPath = `feedback/${id}`;
const signUpRecords = { [entryPath]: waitlistTexts, [votePath]: vote };
const entryWrite = (fields: object = {}) =>
  writeOf(entryPath, texts({ ...waitlistTexts, ...fields }));
const voteWrite = (fields: object = {}, path = votePath) =>
  writeOf(path, texts({ ...vote, ...fields }));
const otherEmail = { email: 'other@b.co' };
const firstCommit = commit(200, entryWrite(), voteWrite());
const ownerCommit = commitAsOwner(entryWrite());

/** Commits that are refused, because they are not one waitlist record and its vote. */
const refusedCommits: Record<string, object[]> = {
  'a waitlist record alone': [entryWrite()],
  'a vote alone': [voteWrite()],
  'many votes': [1, 2, 3].map((n) => voteWrite({}, `favoriteBrand/${idOf(n)}`)),
  'two ids': [entryWrite(), voteWrite({}, `favoriteBrand/${idOf(2)}`)],
  'two addresses': [entryWrite(otherEmail), voteWrite()],
  'two brands': [entryWrite({ favoriteBrand: 'other' }), voteWrite()],
  'two votes': [entryWrite(), voteWrite(), voteWrite({}, 'favoriteBrand/x')],
  'an empty brand in the vote': [entryWrite(), voteWrite({ brand: '' })],
};
const acceptedSteps: Record<string, Row['steps']> = {
  'both records': [firstCommit],
  'the vote first': [commit(200, voteWrite(), entryWrite())],
  'both records again': [firstCommit, firstCommit],
  'one record again': [firstCommit, commit(200, voteWrite())],
  'a vote beside an older entry': [ownerCommit, commit(200, voteWrite())],
  'a second vote': [firstCommit, commit(403, voteWrite({ brand: 'other' }))],
};

const ordinaryTexts: Readonly<Record<string, string>> = {
  name: "Ada\u00a0O'Brien \u200f👩‍👩‍👧",
  email: 'Ada+news@localhost',
  message: '\u00ad- one\n\n\t+ two\u2028=three @ http://x.org\n',
  company: 'Brand & Söhne #1',
};

/** Rows with what each release has sent, because it may still be unsent on a device. */
const releaseRows: readonly Row[] = releases.flatMap(
  ({ version, collections }) => {
    const rowsOf = (
      what: string,
      textOf: (field: string, limit: number) => string,
    ) =>
      Object.keys(collections).map((name) => {
        const records = createRecords(collections, name, textOf);
        const step = commit(200, ...writesOf(records));
        return row(
          `release ${version}: ${name} with ${what}`,
          [step, step],
          records,
        );
      });
    return [
      ...rowsOf(
        'ordinary texts',
        (field) => ordinaryTexts[field] ?? 'some text',
      ),
      ...rowsOf(
        'the longest texts',
        (_, limit) => `x@${'x'.repeat(limit - 2)}`,
      ),
    ];
  },
);

/** Returns a record of a collection, and the other record that it needs. */
function createRecords(
  collections: Release['collections'],
  name: string,
  textOf: (field: string, limit: number) => string,
): Stored {
  const { limits = {}, match } = collections[name] ?? {};
  const entries = Object.entries(limits).map(
    ([field, limit]) => [field, textOf(field, limit).slice(0, limit)] as const,
  );
  const record = Object.fromEntries(entries);
  const [other, otherField = '', field = ''] = match?.split(', ') ?? [];
  const { email = '', [field]: text = '' } = record;
  return {
    [`${name}/${id}`]: record,
    ...(other && { [`${other}/${id}`]: { email, [otherField]: text } }),
  };
}

const signUpRows: readonly Row[] = [
  ...Object.entries(refusedCommits).map(([name, writes]) =>
    row(`sign-up: ${name}`, [commit(403, ...writes)], {}),
  ),
  ...Object.entries(acceptedSteps).map(([name, steps]) =>
    row(`sign-up: ${name}`, steps, signUpRecords),
  ),
];

/** Texts for fields of a `careers` record, by the HTTP status of the response. */
const textsByStatus: Record<200 | 403, Record<string, string[]>> = {
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

const feedback = goodTexts('feedback');
const feedbackWrite = writeOf(feedbackPath, texts(feedback));
const emptyWrite = writeOf(feedbackPath, {});
const changedWrite = writeOf(path, texts({ ...validTexts, ...otherEmail }));

const twentyRecords: Stored = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`careers/${idOf(n)}`, validTexts]),
);

const batchRows: readonly Row[] = [
  row('batch: two records', [commit(200, writeOf(path), feedbackWrite)], {
    [path]: validTexts,
    [feedbackPath]: feedback,
  }),
  row(
    'batch: 20 records',
    [commit(200, ...writesOf(twentyRecords))],
    twentyRecords,
  ),
  row('batch: one empty record', [commit(403, writeOf(path), emptyWrite)], {}),
  row(
    'batch: a new record, and a change of a stored record',
    [commit(200, writeOf(path)), commit(403, feedbackWrite, changedWrite)],
    { [path]: validTexts },
  ),
];

/** Ids that are not a submission's UUID. */
const wrongIds = [
  ...['a', 'a b', 'a%2Fb', 'constructor', 'x'.repeat(1500)],
  ...[id.toUpperCase(), `${id}0`, id.slice(1), `{${id}}`],
];
/** Paths that the rules refuse: unknown collections and wrong ids. */
const wrongPaths = [
  ...['other', 'Careers', 'c%61reers', 'erasedRecords'].map(
    (name) => `${name}/${id}`,
  ),
  ...wrongIds.map((other) => `careers/${other}`),
];

const valueRows = ([200, 403] as const).flatMap((status) =>
  Object.entries(textsByStatus[status]).flatMap(([field, all]) =>
    all.map((text) => {
      const record = { ...validTexts, [field]: text };
      const result = status === 200 ? { [path]: record } : {};
      const name = `value: ${JSON.stringify(text)} as ${field}`;
      return row(name, [commit(status, writeOf(path, texts(record)))], result);
    }),
  ),
);

/** Rows about sign-ups, earlier releases, batches, paths and texts. */
export const commitRows: readonly Row[] = [
  ...signUpRows,
  ...releaseRows,
  ...batchRows,
  ...wrongPaths.map((path) =>
    row(`path: ${path.slice(0, 60)}`, [commit(403, writeOf(path))], {}),
  ),
  ...valueRows,
];
