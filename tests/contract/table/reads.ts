import {
  collectionNames,
  goodTexts,
  id,
  kept,
  nameOf,
  ownersCommit,
  path,
  type Row,
  row,
  set,
  texts,
} from './row.ts';

/** What a visitor must not do: method, path and body. */
type Request = readonly [string, string, object?];

const fields = texts(goodTexts('careers'));
const from = [{ collectionId: 'careers', allDescendants: true }];
const structuredAggregationQuery = {
  structuredQuery: { from },
  aggregations: [{ count: {} }],
};

/** Beside what each collection is asked below. */
const requests: readonly Request[] = [
  ['GET', '/other'],
  ['GET', `/${path}/notes/b`],
  ['DELETE', '/other/a'],
  ['PATCH', '/other/b', { fields }],
  ['POST', '/other', { fields }],
  ['POST', `/${path}/notes`, { fields }],
  ['POST', ':batchWrite', { writes: [set('careers/b')] }],
  ['POST', ':runAggregationQuery', { structuredAggregationQuery }],
  ['POST', ':listCollectionIds', {}],
];

/** Nobody reads but the owner, and nobody writes but by a commit. */
export const readRows: readonly Row[] = [
  ...collectionNames.flatMap(rowsOfCollection),
  ...requests.map((request) => rowOf('careers', request)),
];

function rowsOfCollection(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const fields = texts(goodTexts(collection));
  const structuredQuery = { from: [{ collectionId: collection }] };
  const requests: readonly Request[] = [
    ['GET', `/${path}`],
    ['GET', `/${collection}/b`],
    ['GET', `/${collection}?pageSize=1`],
    ['POST', ':runQuery', { structuredQuery }],
    ['POST', ':batchGet', { documents: [nameOf(path)] }],
    ['DELETE', `/${path}`],
    ['PATCH', `/${path}`, { fields }],
    ['POST', `/${collection}`, { fields }],
  ];
  return requests.map((request) => rowOf(collection, request));
}

/** A visitor's request, after which the one record is as it was. */
function rowOf(collection: string, [method, below, body]: Request): Row {
  const path = `${collection}/${id}`;
  const good = goodTexts(collection);
  return row(
    `a visitor, with ${path}: ${method} ${below}`,
    [
      ownersCommit(set(path, texts(good))),
      { method, path: below, body, status: 403 },
    ],
    { [path]: kept(good) },
  );
}
