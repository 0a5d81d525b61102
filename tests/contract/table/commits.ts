import { type Release, releases } from '../../../src/rules/releases.js';
import {
  careersPath,
  careersTexts,
  commit,
  commitAsOwner,
  createFields,
  createId,
  createValidTexts,
  createWrite,
  createWrites,
  type Row,
  type Stored,
  someId,
} from './row.ts';

const waitlistTexts = createValidTexts('waitlist');
const voteTexts = {
  ...createValidTexts('favoriteBrand'),
  brand: 'some favoriteBrand',
};

const entryPath = `waitlist/${someId}`;
const votePath = `favoriteBrand/${someId}`;
const feedbackPath = `feedback/${someId}`;
const signUpRecords = { [entryPath]: waitlistTexts, [votePath]: voteTexts };
const otherEmail = { email: 'other@b.co' };

const createEntryWrite = (fields: object = {}) =>
  createWrite(entryPath, createFields({ ...waitlistTexts, ...fields }));

const createVoteWrite = (fields: object = {}, path = votePath) =>
  createWrite(path, createFields({ ...voteTexts, ...fields }));

const signUpCommit = commit(200, createEntryWrite(), createVoteWrite());
const ownerCommit = commitAsOwner(createEntryWrite());

/** Commits that are refused, because they are not one waitlist record and its vote. */
const refusedCommits: Record<string, object[]> = {
  'a waitlist record alone': [createEntryWrite()],
  'a vote alone': [createVoteWrite()],
  'many votes': [
    createVoteWrite({}, `favoriteBrand/${createId(1)}`),
    createVoteWrite({}, `favoriteBrand/${createId(2)}`),
    createVoteWrite({}, `favoriteBrand/${createId(3)}`),
  ],
  'two ids': [
    createEntryWrite(),
    createVoteWrite({}, `favoriteBrand/${createId(2)}`),
  ],
  'two addresses': [createEntryWrite(otherEmail), createVoteWrite()],
  'two brands': [
    createEntryWrite({ favoriteBrand: 'other' }),
    createVoteWrite(),
  ],
  'two votes': [
    createEntryWrite(),
    createVoteWrite(),
    createVoteWrite({}, `favoriteBrand/${createId(2)}`),
  ],
};

/** Commits after which the waitlist has one record with its vote. */
const acceptedSteps: Record<string, Row['steps']> = {
  'both records': [signUpCommit],
  'the vote first': [commit(200, createVoteWrite(), createEntryWrite())],
  'both records again': [signUpCommit, signUpCommit],
  'one record again': [signUpCommit, commit(200, createVoteWrite())],
  'a vote beside an older entry': [ownerCommit, commit(200, createVoteWrite())],
  'a second vote': [
    signUpCommit,
    commit(403, createVoteWrite({ brand: 'other' })),
  ],
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
    const step = commit(200, ...createWrites(records));
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

const feedbackTexts = createValidTexts('feedback');
const feedbackWrite = createWrite(feedbackPath, createFields(feedbackTexts));
const emptyWrite = createWrite(feedbackPath, {});
const changedWrite = createWrite(
  careersPath,
  createFields({ ...careersTexts, ...otherEmail }),
);

const twentyRecords: Stored = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [
    `careers/${createId(n)}`,
    careersTexts,
  ]),
);

const batchRows: readonly Row[] = [
  {
    name: 'batch: two records',
    steps: [commit(200, createWrite(careersPath), feedbackWrite)],
    stored: { [careersPath]: careersTexts, [feedbackPath]: feedbackTexts },
  },
  {
    name: 'batch: 20 records',
    steps: [commit(200, ...createWrites(twentyRecords))],
    stored: twentyRecords,
  },
  {
    name: 'batch: one empty record',
    steps: [commit(403, createWrite(careersPath), emptyWrite)],
    stored: {},
  },
  {
    name: 'batch: a new record, and a change of a stored record',
    steps: [
      commit(200, createWrite(careersPath)),
      commit(403, feedbackWrite, changedWrite),
    ],
    stored: { [careersPath]: careersTexts },
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
  steps: [commit(403, createWrite(path))],
  stored: {},
}));

const valueRows = ([200, 403] as const).flatMap((status) =>
  Object.entries(textsByStatus[status]).flatMap(([field, fieldTexts]) =>
    fieldTexts.map((text) => createValueRow(status, field, text)),
  ),
);

function createValueRow(status: 200 | 403, field: string, text: string): Row {
  const record = { ...careersTexts, [field]: text };
  const step = commit(status, createWrite(careersPath, createFields(record)));
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
