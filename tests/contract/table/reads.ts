import {
  collectionNames,
  commit,
  good,
  goodTexts,
  kept,
  nameOf,
  type Row,
  type Step,
  send,
  set,
  texts,
} from './row.ts';

const owner = { authorization: 'Bearer owner' };
const fields = texts(good);
const first = commit(200, set('waitlist/a'));
const stored = { 'waitlist/a': kept() };

function rowsOfCollection(collection: string): Row[] {
  const path = `${collection}/a`;
  const good = goodTexts(collection);
  const structuredQuery = { from: [{ collectionId: collection }] };
  const steps: readonly (readonly [string, Step])[] = [
    ['read', step(403, 'GET', `/${path}`)],
    ['read of none', step(403, 'GET', `/${collection}/b`)],
    ['list', step(403, 'GET', `/${collection}`)],
    ['list by pages', step(403, 'GET', `/${collection}?pageSize=1`)],
    ['query', step(403, 'POST', ':runQuery', { structuredQuery })],
    ['batchGet', step(403, 'POST', ':batchGet', { documents: [nameOf(path)] })],
    ['deletion', step(403, 'DELETE', `/${path}`)],
    ['replacement', step(403, 'PATCH', `/${path}`, { fields: texts(good) })],
    ['addition', step(403, 'POST', `/${collection}`, { fields: texts(good) })],
  ];
  return steps.map(([name, refused]) => ({
    name: `${collection}: ${name} by a visitor`,
    steps: [commit(200, set(path, texts(good))), refused],
    stored: { [path]: kept(good) },
  }));
}

const query = { from: [{ collectionId: 'waitlist', allDescendants: true }] };
const count = { structuredQuery: query, aggregations: [{ count: {} }] };

const counted = { from: [{ collectionId: 'waitlist' }] };
const newest = {
  ...counted,
  orderBy: [{ field: { fieldPath: 'timestamp' }, direction: 'DESCENDING' }],
};
const aggregations = [{ count: {} }];

const refusals: readonly (readonly [number, string, string, unknown?])[] = [
  [403, 'GET', '/'],
  [404, 'GET', ''],
  [403, 'GET', '/other'],
  [403, 'GET', '/other/a'],
  [403, 'GET', '/waitlist/a/notes'],
  [403, 'GET', '/waitlist/a/notes/b'],
  [403, 'GET', '/waitlist/a?mask.fieldPaths=email'],
  [404, 'GET', ':commit'],
  [404, 'HEAD', '/waitlist/a'],
  [404, 'PUT', '/waitlist/a', { fields }],
  [403, 'DELETE', '/waitlist/b'],
  [403, 'DELETE', '/other/a'],
  [400, 'DELETE', '/waitlist'],
  [403, 'PATCH', '/waitlist/b', { fields }],
  [403, 'PATCH', '/waitlist/b', {}],
  [403, 'PATCH', '/other/b', { fields }],
  [400, 'PATCH', '/waitlist', { fields }],
  [400, 'PATCH', '/waitlist/b', { fields: { email: 'x' } }],
  [400, 'PATCH', '/waitlist/b', '{'],
  [403, 'PATCH', '/waitlist/a?updateMask.fieldPaths=email', { fields }],
  [403, 'POST', '/waitlist?documentId=b', { fields }],
  [403, 'POST', '/waitlist', {}],
  [403, 'POST', '/other', { fields }],
  [400, 'POST', '/waitlist/a', { fields }],
  [403, 'POST', '/waitlist/a/notes', { fields }],
  [200, 'POST', ':batchGet', {}],
  [200, 'POST', ':batchGet', { documents: [] }],
  [403, 'POST', ':batchGet', { documents: [nameOf('other/a')] }],
  [400, 'POST', ':batchGet', { documents: ['x'] }],
  [403, 'POST', ':batchWrite', {}],
  [403, 'POST', ':batchWrite', { writes: [set('waitlist/b')] }],
  [400, 'POST', ':runQuery', {}],
  [400, 'POST', ':runQuery', '{'],
  [403, 'POST', ':runQuery', { structuredQuery: query }],
  [403, 'POST', '/waitlist/a:runQuery', { structuredQuery: query }],
  [400, 'POST', ':runAggregationQuery', {}],
  [403, 'POST', ':runAggregationQuery', { structuredAggregationQuery: count }],
  [403, 'POST', ':listCollectionIds', {}],
  [403, 'POST', '/waitlist/a:listCollectionIds', {}],
  [501, 'POST', ':partitionQuery', { structuredQuery: query }],
  [404, 'POST', ':nonsense', {}],
  [404, 'POST', ':listen', {}],
  [404, 'POST', ':write', {}],
];

/** Nobody reads but the owner, and nobody writes but by a commit. */
export const readRows: readonly Row[] = [
  ...collectionNames.flatMap(rowsOfCollection),
  ...refusals.map(rowOf),
  ...ownerRows(),
];

function rowOf([status, method, path, body]: (typeof refusals)[number]): Row {
  const told = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return {
    name: `visitor: ${method} ${path}${told.slice(0, 90)}`,
    steps: [first, step(status, method, path, body)],
    stored,
  };
}

function ownerQueries(): (readonly [number, string, unknown])[] {
  return [
    [200, ':runQuery', { structuredQuery: newest }],
    [200, ':runQuery', { structuredQuery: { ...newest, limit: 1 } }],
    [400, ':runQuery', { structuredQuery: { ...newest, limit: -1 } }],
    [400, ':runQuery', {}],
    [
      200,
      ':runAggregationQuery',
      {
        structuredAggregationQuery: { structuredQuery: counted, aggregations },
      },
    ],
    [
      400,
      ':runAggregationQuery',
      { structuredAggregationQuery: { structuredQuery: counted } },
    ],
    [400, ':runAggregationQuery', {}],
  ];
}

function ownerRows(): Row[] {
  const reads: readonly (readonly [number, string])[] = [
    [200, '/waitlist'],
    [200, '/waitlist?pageSize=0'],
    [200, '/waitlist?pageSize=1'],
    [200, '/waitlist?pageSize=1000'],
    [400, '/waitlist?pageSize=-1'],
    [400, '/waitlist?pageToken=zz'],
    [200, '/waitlist/a'],
    [404, '/waitlist/b'],
    [200, '/other'],
    [404, '/other/a'],
    [200, '/waitlist/a/notes'],
  ];
  const body = { writes: [set('waitlist/b')] };
  const withToken = { authorization: 'Bearer x' };
  return [
    ...reads.map(([status, path]) => ({
      name: `owner: GET ${path}`,
      steps: [first, { ...step(status, 'GET', path), headers: owner }],
      stored,
    })),
    ...ownerQueries().map(([status, path, query]) => ({
      name: `owner: POST ${path} ${JSON.stringify(query)}`,
      steps: [first, { ...step(status, 'POST', path, query), headers: owner }],
      stored,
    })),
    {
      name: 'a token that is none',
      steps: [first, { ...send(400, body), headers: withToken }],
      stored,
    },
    {
      name: 'a body said to be plain text',
      steps: [
        {
          ...send(200, { writes: [set('waitlist/a')] }),
          headers: { 'content-type': 'text/plain' },
        },
      ],
      stored,
    },
  ];
}

function step(
  status: number,
  method: string,
  path: string,
  body?: unknown,
): Step {
  return { method, path, body, status };
}
