import {
  collectionNames,
  commit,
  type Fields,
  fieldsOf,
  goodTexts,
  id,
  kept,
  nameOf,
  otherHalf,
  type Row,
  requestTime,
  row,
  type Step,
  set,
  texts,
} from './row.ts';

/** What is not text, each as Firestore spells it. */
const otherKinds: readonly (readonly [string, object])[] = [
  ['an integer', { integerValue: '1' }],
  ['null', { nullValue: null }],
  ['an array', { arrayValue: { values: [{ stringValue: 'x' }] } }],
  ['a time', { timestampValue: '2024-02-29T12:00:00Z' }],
];

/** What each field of each collection may and may not hold. */
export const recordRows: readonly Row[] = collectionNames.flatMap(
  (collection) => [...rowsOfRecord(collection), ...rowsOfFields(collection)],
);

function rowsOfRecord(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const good = goodTexts(collection);
  const fields = texts(good);
  const having = (more: object) => set(path, { ...fields, ...more });
  const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };
  const update = { name: nameOf(path), fields };
  const forged = (value: object) => ({
    update: { ...update, fields: { ...fields, timestamp: value } },
  });
  const extraTime = { ...requestTime, fieldPath: 'extra' };
  const again = set(path, fields);
  const half = Object.entries(otherHalf(collection, good));
  const beside = half.map(([place, values]) => set(place, texts(values)));
  const accepted = Object.fromEntries(
    [[path, good] as const, ...half].map(([at, values]) => [at, kept(values)]),
  );
  const extra = { stringValue: 'x' };
  const extraTimes = { updateTransforms: [requestTime, extraTime] };
  const created: [string, number, unknown][] = [
    ['a record', 200, again],
    ['a forged timestamp, replaced by ours', 200, having({ timestamp })],
    ['no timestamp', 403, { update }],
    ['a forged timestamp', 403, forged(timestamp)],
    ['a text for a timestamp', 403, forged({ stringValue: 'now' })],
    ['no fields', 403, set(path, {})],
    ['an extra text', 403, having({ extra })],
    ['an extra null', 403, having({ extra: { nullValue: null } })],
    ["a field named like the prototype's", 403, having({ constructor: extra })],
    ['an extra server time', 403, set(path, fields, extraTimes)],
    ['a document below one', 403, set(`${path}/notes/b`, fields)],
  ];
  const changed: [string, number, unknown][] = [
    ['the same record again', 200, again],
    ['no fields at all on it', 403, set(path, {})],
    ['its deletion', 403, { delete: nameOf(path) }],
    ['the same record again, without a time', 403, { update }],
    ['one more field on it', 403, having({ extra })],
    ...Object.keys(good).map((name): [string, number, unknown] => [
      `other content in ${name} of one that exists`,
      403,
      having({ [name]: { stringValue: 'other' } }),
    ]),
  ];
  const rowOf = (
    [name, status, write]: [string, number, unknown],
    ...before: Step[]
  ) => {
    const left = status === 200 || before.length > 0;
    const writes = before.length > 0 ? [write] : [write, ...beside];
    const steps = [...before, commit(status, ...writes)];
    return row(`${collection}: ${name}`, steps, left ? accepted : {});
  };
  return [
    ...created.map((request) => rowOf(request)),
    ...changed.map((request) => rowOf(request, commit(200, again, ...beside))),
  ];
}

function rowsOfFields(collection: string): Row[] {
  const path = `${collection}/${id}`;
  const good = goodTexts(collection);
  return [...fieldsOf(collection)].flatMap(
    ([name, { maxLength: most, required }]) => {
      const { [name]: _, ...others } = good;
      const answered = (
        status: number,
        what: string,
        values: Record<string, string>,
        more: Fields = {},
      ) => {
        const half = otherHalf(collection, values);
        const writes = Object.entries(half).map(([at, other]) =>
          set(at, texts(other)),
        );
        const write = set(path, { ...texts(values), ...more });
        const left = Object.entries({ ...half, [path]: values });
        const steps = [commit(status, write, ...writes)];
        const stored = left.map(([at, other]) => [at, kept(other)] as const);
        return row(
          `${collection}: ${name} ${what}`,
          steps,
          status === 200 ? Object.fromEntries(stored) : {},
        );
      };
      const refused = (what: string, text: string) =>
        answered(403, what, { ...good, [name]: text });
      const fits = (what: string, text: string) =>
        answered(200, what, { ...good, [name]: text });
      // Each could be an address, too.
      const long = (length: number, unit = 'x') =>
        `x@${unit.repeat((length - 2) / unit.length)}`;
      return [
        answered(required ? 403 : 200, 'missing', others),
        ...otherKinds.map(([what, value]) =>
          answered(403, `is ${what}`, others, { [name]: value }),
        ),
        refused('empty', ''),
        fits('as short as can be', name === 'email' ? 'x@x' : 'x'),
        fits('at its limit', long(most)),
        refused('one over its limit', long(most + 1)),
        // Lengths count UTF-16 units, as the form does.
        fits('emoji up to its limit', long(most, '😀')),
        refused('emoji over its limit', `${long(most, '😀')}x`),
        refused('as many emoji as its limit', long(most * 2, '😀')),
        fits('umlauts up to its limit', long(most, 'ü')),
        refused('far over its limit', long(20_000)),
      ];
    },
  );
}
