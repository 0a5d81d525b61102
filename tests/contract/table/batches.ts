import {
  commit,
  good,
  goodTexts,
  kept,
  nameOf,
  type Row,
  set,
  texts,
} from './row.ts';

const fields = texts(good);
const other = { ...good, email: 'other' };
const favorite = goodTexts('favoriteBrand');
const waitlist = set('waitlist/a');
const brand = set('favoriteBrand/a', texts(favorite));
const both = { 'waitlist/a': kept(), 'favoriteBrand/a': kept(favorite) };
const absent = { currentDocument: { exists: false } };
const present = { currentDocument: { exists: true } };
const longAgo = { currentDocument: { updateTime: '2020-01-01T00:00:00Z' } };

/** A batch is stored whole or not at all, whatever it is made of. */
export const batchRows: readonly Row[] = [
  row('batch: both records of a waitlist entry', both, [200, waitlist, brand]),
  row(
    'batch: the same both again, the answer lost',
    both,
    [200, waitlist, brand],
    [200, waitlist, brand],
  ),
  row(
    'batch: one was there before',
    both,
    [200, waitlist],
    [200, waitlist, brand],
  ),
  row('batch: good, then refused', {}, [403, waitlist, set('careers/a')]),
  row('batch: refused, then good', {}, [403, set('careers/a'), waitlist]),
  row('batch: good, then a deletion', {}, [
    403,
    waitlist,
    { delete: nameOf('waitlist/z') },
  ]),
  row('batch: good, then an unknown collection', {}, [
    403,
    waitlist,
    set('other/a'),
  ]),
  row('batch: good, then malformed', {}, [
    400,
    waitlist,
    { update: { name: 'x', fields } },
  ]),
  row('batch: refused, then malformed', {}, [
    400,
    set('other/a'),
    { update: { name: 'x', fields } },
  ]),
  row('batch: good, then an empty write', {}, [400, waitlist, {}]),
  row(
    'batch: a good one beside other content',
    { 'waitlist/a': kept() },
    [200, waitlist],
    [403, brand, set('waitlist/a', texts(other))],
  ),
  row('batch: ten records', tenRecords(), [
    200,
    ...Object.keys(tenRecords()).map((path) => set(path)),
  ]),
  row('batch: the same document twice', { 'waitlist/a': kept() }, [
    200,
    waitlist,
    waitlist,
  ]),
  row(
    'batch: the same document twice, the last stays',
    { 'waitlist/a': kept(other) },
    [200, waitlist, set('waitlist/a', texts(other))],
  ),
  row('batch: bad, then mended', { 'waitlist/a': kept() }, [
    200,
    set('waitlist/a', {}),
    waitlist,
  ]),
  row('batch: good, then spoilt', {}, [403, waitlist, set('waitlist/a', {})]),
  row(
    'batch: a replay, then other content',
    { 'waitlist/a': kept() },
    [200, waitlist],
    [403, waitlist, set('waitlist/a', texts(other))],
  ),
  row('batch: created, then deleted', {}, [
    403,
    waitlist,
    { delete: nameOf('waitlist/a') },
  ]),
  row('batch: written, then to be absent', {}, [
    400,
    waitlist,
    set('waitlist/a', fields, absent),
  ]),
  row('batch: written, then to be present', { 'waitlist/a': kept() }, [
    200,
    waitlist,
    set('waitlist/a', fields, present),
  ]),
  ...preconditionRows(),
];

function preconditionRows(): Row[] {
  const a = (more: object, values = good) =>
    set('waitlist/a', texts(values), more);
  const there = { 'waitlist/a': kept() };
  return [
    row('to be absent, and is', there, [200, a(absent)]),
    row('to be absent, but exists', there, [200, waitlist], [409, a(absent)]),
    row(
      'to be absent, but exists with other content',
      there,
      [200, waitlist],
      [409, a(absent, other)],
    ),
    row('to be absent, and refused', {}, [403, set('waitlist/a', {}, absent)]),
    row('to be absent in an unknown collection', {}, [
      403,
      set('other/a', fields, absent),
    ]),
    row(
      'to be absent but exists, beside a refused one',
      there,
      [200, waitlist],
      [403, a(absent), set('waitlist/b', {})],
    ),
    row(
      'to be absent but exists, beside a good one',
      there,
      [200, waitlist],
      [409, brand, a(absent)],
    ),
    row('to be present, but is absent', {}, [403, a(present)]),
    row('to be present, and is', there, [200, waitlist], [200, a(present)]),
    row(
      'to be present with other content',
      there,
      [200, waitlist],
      [403, a(present, other)],
    ),
    row('to be of a time, but is absent', {}, [403, a(longAgo)]),
    row(
      'to be of a time, but is newer',
      there,
      [200, waitlist],
      [400, a(longAgo)],
    ),
    row(
      'to be of a time, with other content',
      there,
      [200, waitlist],
      [403, a(longAgo, other)],
    ),
    row('an empty precondition', there, [200, a({ currentDocument: {} })]),
    row('no precondition, spelt out', there, [
      200,
      a({ currentDocument: null }),
    ]),
    row('a precondition that is a word', {}, [
      400,
      a({ currentDocument: 'x' }),
    ]),
    row('a precondition of a wrong type', {}, [
      400,
      a({ currentDocument: { exists: 'x' } }),
    ]),
    row('an unknown precondition', {}, [
      400,
      a({ currentDocument: { foo: true } }),
    ]),
    row('a precondition on a malformed time', {}, [
      400,
      a({ currentDocument: { updateTime: 'x' } }),
    ]),
    row('two preconditions', {}, [
      400,
      a({ currentDocument: { exists: true, ...longAgo.currentDocument } }),
    ]),
    row(
      'a deletion of what must be there',
      there,
      [200, waitlist],
      [403, { delete: nameOf('waitlist/a'), ...present }],
    ),
  ].map((r) => ({ ...r, name: `precondition: ${r.name}` }));
}

function tenRecords() {
  const ids = Array.from({ length: 10 }, (_, index) => `waitlist/${index}`);
  return Object.fromEntries(ids.map((path) => [path, kept()]));
}

type Batch = [status: number, ...writes: unknown[]];

function row(name: string, stored: Row['stored'], ...batches: Batch[]): Row {
  return { name, steps: batches.map((batch) => commit(...batch)), stored };
}
