import { expect, test } from 'vitest';
import {
  createFormState,
  type FormAction,
  formReducer,
  type OriginalSubmission,
} from '../../../src/forms/form-state.ts';

const values = { name: 'Ada' };
const original: OriginalSubmission = { id: 'id-1', status: 'queued', values };
const replacement: OriginalSubmission = { ...original, id: 'id-2' };
const sent: OriginalSubmission = { ...original, status: 'sent' };

const submit: FormAction = { type: 'submit' };
const fail: FormAction = { type: 'fail', problem: { message: 'No.' } };
const load: FormAction = { type: 'load', values };
const conflict: FormAction = { type: 'conflict', message: 'Gone.' };
const acceptance: FormAction = { type: 'accept', original };
const acceptAgain: FormAction = { type: 'accept', original: replacement };
const refusal: FormAction = { type: 'refuse', message: 'Refused.' };
const delivery: FormAction = { type: 'accept', original: sent };

const afterRefusal = {
  view: 'form',
  original: { ...original, status: 'refused' },
  editedId: 'id-1',
  isBusy: false,
  attempts: 0,
  problem: { message: 'Refused.' },
};
const withStatus = (status: string) => ({ original: { ...original, status } });

test.each<[string, FormAction[], object]>([
  ['ignores a second submit', [submit, submit], { isBusy: true, attempts: 1 }],
  ['edits a refused message', [acceptance, refusal], afterRefusal],
  ['thanks if delivered', [acceptance, refusal, delivery], withStatus('sent')],
])('a form %s', (_, actions, expected) => {
  const state = actions.reduce(formReducer, createFormState());
  expect(state).toMatchObject(expected);
});

test.each<[string, FormAction[], object]>([
  ['loads the values of its message', [load], { original }],
  ['keeps a conflict', [load, conflict, submit, fail], withStatus('gone')],
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
