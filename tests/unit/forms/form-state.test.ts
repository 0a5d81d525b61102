import { expect, test } from 'vitest';
import {
  type Accepted,
  type FormAction,
  initialState,
  nextState,
} from '../../../src/forms/form-state.ts';

const accepted: Accepted = {
  id: 'id-1',
  status: 'queued',
  values: { name: 'Ada' },
};
const edited = { ...accepted, id: 'id-2' };
const problem = { message: 'No.' };

const submit: FormAction = { type: 'submit' };
const slow: FormAction = { type: 'slow' };
const fail: FormAction = { type: 'problem', problem };
const overtake: FormAction = { ...fail, overtaken: true };
const accept: FormAction = { type: 'accept', accepted };
const acceptEdited: FormAction = { type: 'accept', accepted: edited };
const refuse: FormAction = { type: 'refuse', message: 'Refused.' };
const arrive: FormAction = { type: 'arrive' };

const after = (...events: FormAction[]) =>
  events.reduce(nextState, initialState);

test('a form begins open, idle and without a problem', () => {
  expect(initialState).toEqual({
    step: 'open',
    busy: false,
    attempts: 0,
  });
});

const cleared = { step: 'open', problem: undefined, attempts: 1 };
const thanks = { step: 'accepted', accepted };
const thanksAnew = { step: 'accepted', accepted: edited };
const sent = { step: 'accepted', accepted: { ...accepted, status: 'sent' } };
const refusal = {
  ...initialState,
  step: 'refused',
  refused: accepted,
  problem: { message: 'Refused.' },
};

test.each<[string, FormAction[], object]>([
  ['a submit clears the problem and is counted', [fail, submit], cleared],
  ['a slow one is busy', [submit, slow], { busy: true }],
  ['until it has failed', [submit, slow, fail], { busy: false, problem }],
  ['one that is overtaken says so', [overtake], { overtaken: true }],
  [
    'and stays so',
    [overtake, { ...fail, overtaken: false }],
    { overtaken: true },
  ],
  [
    'one that only fails does not',
    [{ ...fail, overtaken: false }],
    { overtaken: false },
  ],
  ['what was accepted is thanked for', [slow, accept], thanks],
  ['a refusal brings it back', [submit, accept, refuse], refusal],
  ['it may arrive after all', [accept, refuse, arrive], sent],
  ['or in new words', [accept, refuse, acceptEdited], thanksAnew],
])('%s', (_, events, state) => {
  expect(after(...events)).toMatchObject(state);
});

test.each([submit, slow, fail, acceptEdited, arrive])(
  'while thanks are shown a late $type changes nothing',
  (event) => {
    const thanks = after(accept);
    expect(nextState(thanks, event)).toBe(thanks);
  },
);

test.each([refuse, arrive])(
  'while nothing is accepted a $type changes nothing',
  (event) => expect(nextState(initialState, event)).toBe(initialState),
);
