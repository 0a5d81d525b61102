import {
  collectionNames,
  commit,
  type Fields,
  fieldsOf,
  goodTexts,
  kept,
  nameOf,
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
  const path = `${collection}/a`;
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
  const accepted = { [path]: kept(good) };
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
    const steps = [...before, commit(status, write)];
    return row(`${collection}: ${name}`, steps, left ? accepted : {});
  };
  return [
    ...created.map((request) => rowOf(request)),
    ...changed.map((request) => rowOf(request, commit(200, again))),
  ];
}

function rowsOfFields(collection: string): Row[] {
  const path = `${collection}/a`;
  const good = goodTexts(collection);
  return [...fieldsOf(collection)].flatMap(
    ([name, { maxLength: most, required }]) => {
      const { [name]: _, ...others } = good;
      const answered = (
        status: number,
        what: string,
        fields: Fields,
        left = {},
      ) => {
        const steps = [commit(status, set(path, fields))];
        return row(`${collection}: ${name} ${what}`, steps, left);
      };
      const accepted = (what: string, values: Record<string, string>) =>
        answered(200, what, texts(values), { [path]: kept(values) });
      const refused = (what: string, text: string) =>
        answered(403, what, texts({ ...good, [name]: text }));
      const fits = (what: string, text: string) =>
        accepted(what, { ...good, [name]: text });
      return [
        required
          ? answered(403, 'missing', texts(others))
          : accepted('missing', others),
        ...otherKinds.map(([what, value]) =>
          answered(403, `is ${what}`, { ...texts(others), [name]: value }),
        ),
        refused('empty', ''),
        fits('one character', 'x'),
        fits('at its limit', 'x'.repeat(most)),
        refused('one over its limit', 'x'.repeat(most + 1)),
        // Lengths count UTF-16 units, as the form's maxlength does.
        fits('emoji up to its limit', '😀'.repeat(Math.floor(most / 2))),
        refused('emoji over its limit', '😀'.repeat(Math.floor(most / 2) + 1)),
        refused('as many emoji as its limit', '😀'.repeat(most)),
        fits('umlauts up to its limit', 'ü'.repeat(most)),
        refused('far over its limit', 'x'.repeat(20_000)),
      ];
    },
  );
}
