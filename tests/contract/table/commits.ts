import { type Release, releases } from '../../../src/rules/releases.js';
import {
  careersPath,
  commit,
  commitAsOwner,
  fieldsFromTexts,
  goodTexts,
  idOf,
  type Row,
  type Stored,
  someId,
  validTexts,
  writeOf,
  writesOf,
} from './row.ts';

const waitlistTexts = goodTexts('waitlist');
const vote = { ...goodTexts('favoriteBrand'), brand: 'some favoriteBrand' };

const entryPath = `waitlist/${someId}`;
const votePath = `favoriteBrand/${someId}`;
const feedbackPath = `feedback/${someId}`;
const signUpRecords = { [entryPath]: waitlistTexts, [votePath]: vote };
const otherEmail = { email: 'other@b.co' };

const entryWrite = (fields: object = {}) =>
  writeOf(entryPath, fieldsFromTexts({ ...waitlistTexts, ...fields }));

const voteWrite = (fields: object = {}, path = votePath) =>
  writeOf(path, fieldsFromTexts({ ...vote, ...fields }));

const signUpCommit = commit(200, entryWrite(), voteWrite());
const ownerCommit = commitAsOwner(entryWrite());

/** Commits that are refused, because they are not one waitlist record and its vote. */
const refusedCommits: Record<string, object[]> = {
  'a waitlist record alone': [entryWrite()],
  'a vote alone': [voteWrite()],
  'many votes': [
    voteWrite({}, `favoriteBrand/${idOf(1)}`),
    voteWrite({}, `favoriteBrand/${idOf(2)}`),
    voteWrite({}, `favoriteBrand/${idOf(3)}`),
  ],
  'two ids': [entryWrite(), voteWrite({}, `favoriteBrand/${idOf(2)}`)],
  'two addresses': [entryWrite(otherEmail), voteWrite()],
  'two brands': [entryWrite({ favoriteBrand: 'other' }), voteWrite()],
  'two votes': [entryWrite(), voteWrite(), voteWrite({}, 'favoriteBrand/x')],
  'an empty brand in the vote': [entryWrite(), voteWrite({ brand: '' })],
};

/** Commits after which the waitlist has one record with its vote. */
const acceptedSteps: Record<string, Row['steps']> = {
  'both records': [signUpCommit],
  'the vote first': [commit(200, voteWrite(), entryWrite())],
  'both records again': [signUpCommit, signUpCommit],
  'one record again': [signUpCommit, commit(200, voteWrite())],
  'a vote beside an older entry': [ownerCommit, commit(200, voteWrite())],
  'a second vote': [signUpCommit, commit(403, voteWrite({ brand: 'other' }))],
};

const signUpRows: readonly Row[] = [
  ...Object.entries(refusedCommits).map(([name, writes]) => ({
    name: `sign-up: ${name}`,
    steps: [commit(403, ...writes)],
    stored: {},
  })),
  ...Object.entries(acceptedSteps).map(([name, steps]) => ({
    name: `sign-up: ${name}`,
    steps,
    stored: signUpRecords,
  })),
];

/** Returns the text of a field that may have at most `limit` characters. */
type CreateText = (field: string, limit: number) => string;

const ordinaryTexts: Readonly<Record<string, string>> = {
  name: "Ada\u00a0O'Brien \u200f👩‍👩‍👧",
  email: 'Ada+news@localhost',
  message: '\u00ad- one\n\n\t+ two\u2028=three @ http://x.org\n',
  company: 'Brand & Söhne #1',
};

const getOrdinaryText: CreateText = (field) =>
  ordinaryTexts[field] ?? 'some text';
const createLongestText: CreateText = (_field, limit) =>
  `x@${'x'.repeat(limit - 2)}`;

/** Rows with what each release has sent, because it may still be unsent on a device. */
const releaseRows: readonly Row[] = releases.flatMap((release) => [
  ...createReleaseRows(release, 'ordinary texts', getOrdinaryText),
  ...createReleaseRows(release, 'the longest texts', createLongestText),
]);

function createReleaseRows(
  { version, collections }: Release,
  description: string,
  createText: CreateText,
): Row[] {
  return Object.keys(collections).map((name) => {
    const records = createRecords(collections, name, createText);
    const step = commit(200, ...writesOf(records));
    const rowName = `release ${version}: ${name} with ${description}`;
    return { name: rowName, steps: [step, step], stored: records };
  });
}

/** Returns a record of a collection, and the other record that it needs. */
function createRecords(
  collections: Release['collections'],
  name: string,
  createText: CreateText,
): Stored {
  const { limits = {}, match } = collections[name] ?? {};
  const entries = Object.entries(limits).map(([field, limit]) => {
    const text = createText(field, limit).slice(0, limit);
    return [field, text] as const;
  });
  const record = Object.fromEntries(entries);
  const records = { [`${name}/${someId}`]: record };
  if (!match) return records;

  const { collection, otherField, field } = match;
  const { email = '', [field]: text = '' } = record;
  const otherRecord = { email, [otherField]: text };
  return { ...records, [`${collection}/${someId}`]: otherRecord };
}

/** Texts for fields of a `careers` record, by the HTTP status of the response. */
const textsByStatus: Record<200 | 403, Record<string, string[]>> = {
  200: {
    message: [
      ' ',
      '\t',
      'a\nb\n',
      '\u00a0',
      'e\u0301',
      'שלום',
      '\u202e',
      '\ufeff',
      '=1+1',
      '<b>&amp;',
      '👩‍👩‍👧',
    ],
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
      'a\t@b',
      'a@\u00a0b',
      'a\u3000@b',
      'a@b\u001b[31m',
      'a@b\u2028',
      'a@\u0085b',
    ],
  },
};

const feedback = goodTexts('feedback');
const feedbackWrite = writeOf(feedbackPath, fieldsFromTexts(feedback));
const emptyWrite = writeOf(feedbackPath, {});
const changedWrite = writeOf(
  careersPath,
  fieldsFromTexts({ ...validTexts, ...otherEmail }),
);

const twentyRecords: Stored = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`careers/${idOf(n)}`, validTexts]),
);

const batchRows: readonly Row[] = [
  {
    name: 'batch: two records',
    steps: [commit(200, writeOf(careersPath), feedbackWrite)],
    stored: { [careersPath]: validTexts, [feedbackPath]: feedback },
  },
  {
    name: 'batch: 20 records',
    steps: [commit(200, ...writesOf(twentyRecords))],
    stored: twentyRecords,
  },
  {
    name: 'batch: one empty record',
    steps: [commit(403, writeOf(careersPath), emptyWrite)],
    stored: {},
  },
  {
    name: 'batch: a new record, and a change of a stored record',
    steps: [
      commit(200, writeOf(careersPath)),
      commit(403, feedbackWrite, changedWrite),
    ],
    stored: { [careersPath]: validTexts },
  },
];

/** Ids that are not a submission's UUID. */
const wrongIds = [
  'a',
  'a b',
  'a%2Fb',
  'constructor',
  'x'.repeat(1500),
  someId.toUpperCase(),
  `${someId}0`,
  someId.slice(1),
  `{${someId}}`,
];
const wrongCollections = ['other', 'Careers', 'c%61reers', 'erasedRecords'];
const wrongPaths = [
  ...wrongCollections.map((name) => `${name}/${someId}`),
  ...wrongIds.map((wrongId) => `careers/${wrongId}`),
];

const wrongPathRows: readonly Row[] = wrongPaths.map((path) => ({
  name: `path: ${path.slice(0, 60)}`,
  steps: [commit(403, writeOf(path))],
  stored: {},
}));

const valueRows = ([200, 403] as const).flatMap((status) =>
  Object.entries(textsByStatus[status]).flatMap(([field, fieldTexts]) =>
    fieldTexts.map((text) => createValueRow(status, field, text)),
  ),
);

function createValueRow(status: 200 | 403, field: string, text: string): Row {
  const record = { ...validTexts, [field]: text };
  const step = commit(status, writeOf(careersPath, fieldsFromTexts(record)));
  return {
    name: `value: ${JSON.stringify(text)} as ${field}`,
    steps: [step],
    stored: status === 200 ? { [careersPath]: record } : {},
  };
}

/** Rows about sign-ups, earlier releases, batches, paths and texts. */
export const commitRows: readonly Row[] = [
  ...signUpRows,
  ...releaseRows,
  ...batchRows,
  ...wrongPathRows,
  ...valueRows,
];
