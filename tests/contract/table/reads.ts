import {
  collectionNames,
  commit,
  good,
  goodTexts,
  id,
  kept,
  nameOf,
  owner,
  ownersCommit,
  path,
  type Row,
  row,
  type Step,
  send,
  set,
  texts,
} from './row.ts';

/** Status, method, path and body. */
type Request = readonly [number, string, string, unknown?];

const fields = texts(good);
const stored = { [path]: kept() };
const careers = { collectionId: 'careers', allDescendants: true };
const query = { from: [careers] };
const count = { structuredQuery: query, aggregations: [{ count: {} }] };

const visitors: readonly Request[] = [
  [403, 'GET', '/other'],
  [403, 'GET', '/other/a'],
  [403, 'GET', `/${path}/notes`],
  [403, 'GET', `/${path}/notes/b`],
  [403, 'DELETE', '/careers/b'],
  [403, 'DELETE', '/other/a'],
  [403, 'PATCH', '/careers/b', { fields }],
  [403, 'PATCH', '/other/b', { fields }],
  [403, 'POST', '/careers?documentId=b', { fields }],
  [403, 'POST', '/other', { fields }],
  [403, 'POST', `/${path}/notes`, { fields }],
  [403, 'POST', ':batchWrite', { writes: [set('careers/b')] }],
  [403, 'POST', ':runQuery', { structuredQuery: query }],
  [403, 'POST', ':runAggregationQuery', { structuredAggregationQuery: count }],
  [403, 'POST', ':listCollectionIds', {}],
];

const owners: readonly Request[] = [
  ...['', '?pageSize=0', '?pageSize=1', '?pageSize=1000', '/a/notes'].map(
    (below): Request => [200, 'GET', `/careers${below}`],
  ),
  [200, 'GET', `/${path}`],
  [200, 'GET', '/other'],
];

const body = { writes: [set(path)] };

/** Nobody reads but the owner, and nobody writes but by a commit. */
export const readRows: readonly Row[] = [
  ...collectionNames.flatMap(rowsOfCollection),
  ...visitors.map((request) => rowOf('visitor', request)),
  ...owners.map((request) => rowOf('owner', request, owner)),
  row(
    'a token that is none',
    [{ ...send(400, body), headers: { authorization: 'Bearer x' } }],
    {},
  ),
  row(
    'a body said to be text',
    [{ ...send(200, body), headers: { 'content-type': 'text/plain' } }],
    stored,
  ),
];

/** What Firestore has, and the embedded one lacks, since nobody sends it. */
export const unimplementedRows: readonly Row[] = [
  ...[
    { writes: [set(path, fields, { updateMask: {} })] },
    { writes: [set(path, fields, { currentDocument: {} })] },
    { writes: [{ verify: nameOf(path) }] },
    { writes: [set(path)], transaction: 'YQ==' },
  ].map((body) => rowOf('commit', [501, 'POST', ':commit', body])),
  ...['DELETE', 'PATCH', 'POST'].map((method) =>
    rowOf('owner', [501, method, `/${path}`], owner),
  ),
];

function rowsOfCollection(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const good = goodTexts(collection);
  const fields = texts(good);
  const structuredQuery = { from: [{ collectionId: collection }] };
  const requests: readonly Request[] = [
    [403, 'GET', `/${path}`],
    [403, 'GET', `/${collection}/b`],
    [403, 'GET', `/${collection}`],
    [403, 'GET', `/${collection}?pageSize=1`],
    [403, 'POST', ':runQuery', { structuredQuery }],
    [403, 'POST', ':batchGet', { documents: [nameOf(path)] }],
    [403, 'DELETE', `/${path}`],
    [403, 'PATCH', `/${path}`, { fields }],
    [403, 'POST', `/${collection}`, { fields }],
  ];
  return requests.map((request) => {
    const [, method, below] = request;
    const steps = [ownersCommit(set(path, fields)), step(request)];
    const left = { [path]: kept(good) };
    return row(`${collection}: a visitor's ${method} ${below}`, steps, left);
  });
}

/** A request after which the one record is as it was. */
function rowOf(who: string, request: Request, headers?: Step['headers']): Row {
  const [, method, below, body] = request;
  const second = { ...step(request), ...(headers && { headers }) };
  const name = `${who}: ${method} ${below} ${JSON.stringify(body) ?? ''}`;
  return row(name, [commit(200, set(path)), second], stored);
}

function step([status, method, path, body]: Request): Step {
  return { method, path, body, status };
}
