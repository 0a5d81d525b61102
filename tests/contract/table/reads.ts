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

/** Nobody reads but the owner, and nobody writes but by a commit. */
export const readRows: readonly Row[] = [
  ...collectionNames.flatMap(rowsOfCollection),
  ...visitorRows(),
  ...ownerRows(),
];

function rowsOfCollection(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const good = goodTexts(collection);
  const fields = texts(good);
  const structuredQuery = { from: [{ collectionId: collection }] };
  const steps: readonly (readonly [string, Request])[] = [
    ['read', [403, 'GET', `/${path}`]],
    ['read of none', [403, 'GET', `/${collection}/b`]],
    ['list', [403, 'GET', `/${collection}`]],
    ['list by pages', [403, 'GET', `/${collection}?pageSize=1`]],
    ['query', [403, 'POST', ':runQuery', { structuredQuery }]],
    ['batchGet', [403, 'POST', ':batchGet', { documents: [nameOf(path)] }]],
    ['deletion', [403, 'DELETE', `/${path}`]],
    ['replacement', [403, 'PATCH', `/${path}`, { fields }]],
    ['addition', [403, 'POST', `/${collection}`, { fields }]],
  ];
  return steps.map(([name, request]) => {
    const steps = [ownersCommit(set(path, fields)), step(request)];
    const left = { [path]: kept(good) };
    return row(`${collection}: ${name} by a visitor`, steps, left);
  });
}

function visitorRows(): Row[] {
  const query = { from: [{ collectionId: 'careers', allDescendants: true }] };
  const aggregations = [{ count: {} }];
  const count = {
    structuredAggregationQuery: { structuredQuery: query, aggregations },
  };
  const requests: readonly Request[] = [
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
    [403, 'POST', ':runAggregationQuery', count],
    [403, 'POST', ':listCollectionIds', {}],
  ];
  const body = { writes: [set(path)] };
  const headers = { authorization: 'Bearer x' };
  const asText = { headers: { 'content-type': 'text/plain' } };
  return [
    ...requests.map((request) => rowOf('visitor', request)),
    row('a token that is none', [{ ...send(400, body), headers }], {}),
    row('a body said to be text', [{ ...send(200, body), ...asText }], stored),
  ];
}

function ownerRows(): Row[] {
  const fine = ['', '?pageSize=0', '?pageSize=1', '?pageSize=1000', '/a/notes'];
  const wrong = ['?pageSize=-1', '?pageToken=zz'];
  const list = (status: number) => (below: string) =>
    rowOf('owner', [status, 'GET', `/careers${below}`], owner);
  const other = rowOf('owner', [200, 'GET', '/other'], owner);
  const one = rowOf('owner', [200, 'GET', `/${path}`], owner);
  return [...fine.map(list(200)), ...wrong.map(list(400)), one, other];
}

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

/** A request after which the one record is as it was. */
function rowOf(who: string, request: Request, headers?: Step['headers']): Row {
  const [, method, below, body] = request;
  const told = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  const second = { ...step(request), ...(headers && { headers }) };
  const name = `${who}: ${method} ${below}${told.slice(0, 900)}`;
  return row(name, [commit(200, set(path)), second], stored);
}

function step([status, method, path, body]: Request): Step {
  return { method, path, body, status };
}
