import { expect, test } from 'vitest';
import {
  type AcceptedSubmission,
  createFormState,
  type FormAction,
  formReducer,
} from '../../../src/forms/form-state.ts';

const values = { name: 'Ada' };
const accepted: AcceptedSubmission = { id: 'id-1', status: 'queued', values };
const replacement: AcceptedSubmission = { ...accepted, id: 'id-2' };
const sent: AcceptedSubmission = { ...accepted, status: 'sent' };

const submit: FormAction = { type: 'submit' };
const fail: FormAction = {
  type: 'fail',
  problem: { kind: 'failed', message: 'No.' },
};
const load: FormAction = { type: 'load', values };
const conflict: FormAction = { type: 'conflict' };
const acceptance: FormAction = { type: 'accept', accepted };
const acceptAgain: FormAction = { type: 'accept', accepted: replacement };
const refusal: FormAction = { type: 'refuse', message: 'Refused.' };
const delivery: FormAction = { type: 'accept', accepted: sent };

const afterRefusal = {
  view: 'form',
  edited: { id: 'id-1', state: 'returned', values },
  isBusy: false,
  attempts: 0,
  problem: { kind: 'failed', message: 'Refused.' },
};
const afterConflict = {
  edited: { id: 'id-1', state: 'gone', values },
  isBusy: false,
};

test.each<[string, FormAction[], object]>([
  ['ignores a second submit', [submit, submit], { isBusy: true, attempts: 1 }],
  ['edits a refused message', [acceptance, refusal], afterRefusal],
  ['thanks if delivered', [acceptance, refusal, delivery], { accepted: sent }],
  ['ends a submit by a conflict', [submit, conflict], { isBusy: false }],
])('a form %s', (_, actions, expected) => {
  const state = actions.reduce(formReducer, createFormState());
  expect(state).toMatchObject(expected);
});

test.each<[string, FormAction[], object]>([
  ['loads the values of its message', [load], { edited: { values } }],
  ['keeps a conflict', [load, conflict, submit, fail], afterConflict],
  ['keeps its draft id', [load, submit, acceptAgain], { editedId: 'id-1' }],
])('an edit %s', (_, actions, expected) => {
  const state = actions.reduce(formReducer, createFormState('id-1'));
  expect(state).toMatchObject(expected);
});

test.each([submit, fail, load, conflict, acceptAgain])(
  'after a thank-you message, the form ignores a late action "$type"',
  (action) => {
    const acceptedState = formReducer(createFormState(), acceptance);
    expect(formReducer(acceptedState, action)).toBe(acceptedState);
  },
);

test.each([load, refusal])('a new form ignores action "$type"', (action) => {
  const state = createFormState();
  expect(formReducer(state, action)).toBe(state);
});
