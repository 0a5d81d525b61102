import { expect, test } from 'vitest';
import {
  type FormAction,
  initialState,
  nextState,
  type Original,
} from '../../../src/forms/form-state.ts';

const values = { name: 'Ada' };
const accepted: Original = { id: 'id-1', status: 'queued', values };
const edited: Original = { ...accepted, id: 'id-2' };
const problem = { message: 'No.' };

const press: FormAction = { type: 'press' };
const fail: FormAction = { type: 'problem', problem };
const begin: FormAction = { type: 'begin', values };
const conflict: FormAction = { type: 'conflict', message: 'Gone.' };
const accept: FormAction = { type: 'accept', original: accepted };
const acceptEdited: FormAction = { type: 'accept', original: edited };
const refuse: FormAction = { type: 'refuse', message: 'Refused.' };
const arrive: FormAction = { type: 'arrive' };

const after = (...events: FormAction[]) =>
  events.reduce(nextState, initialState());
const inEdit = (...events: FormAction[]) =>
  events.reduce(nextState, initialState('id-1'));

const busy = { busy: true, problem: undefined, attempts: 1 };
const thanks = { view: 'thanks', original: accepted };
const renewed = { ...thanks, original: edited };
const sent = { view: 'thanks', original: { ...accepted, status: 'sent' } };
const refusal = {
  view: 'form',
  original: { ...accepted, status: 'refused' },
  edits: 'id-1',
  busy: false,
  attempts: 0,
  problem: { message: 'Refused.' },
};

test.each<[string, FormAction[], object]>([
  ['a press is busy, clears the problem and is counted', [fail, press], busy],
  ['a second one meanwhile is not', [press, press], { attempts: 1 }],
  ['until it has failed', [press, fail], { busy: false, problem }],
  ['what was accepted is thanked for', [press, accept], thanks],
  ['a refusal brings it back, to be edited', [accept, refuse], refusal],
  ['it may arrive after all', [accept, refuse, arrive], sent],
  ['or in new words', [accept, refuse, acceptEdited], renewed],
])('%s', (_, events, state) => {
  expect(after(...events)).toMatchObject(state);
});

const gone = { original: { ...accepted, status: 'gone' }, problem };
const draft = { edits: 'id-1' };

test.each<[string, FormAction[], object]>([
  ['has no words at first', [], { original: { id: 'id-1' } }],
  ['then has those of its message', [begin], { original: accepted }],
  ['that is too late stays so', [begin, press, conflict, press, fail], gone],
  ['keeps the name of its draft', [begin, press, acceptEdited], draft],
])('an edit %s', (_, events, state) => {
  expect(inEdit(...events)).toMatchObject(state);
});

const late = [press, fail, begin, conflict, acceptEdited, arrive];
test.each(late)('after the thanks a $type changes nothing', (event) => {
  const thanks = after(accept);
  expect(nextState(thanks, event)).toBe(thanks);
});

test('a message goes with the last field that it is about', () => {
  const problem = { message: 'No.', about: ['name'], empty: ['name', 'email'] };
  const correct = (field: string) => ({ type: 'correct', field }) as const;
  const first = after({ type: 'problem', problem }, correct('name'));
  expect(first.problem).toEqual({ message: '', about: [], empty: ['email'] });
  const other = after({ type: 'problem', problem }, correct('email'));
  expect(other.problem).toMatchObject({ message: 'No.', empty: ['name'] });
});

test.each([begin, refuse, arrive])('an early $type does nothing', (event) => {
  const state = initialState();
  expect(nextState(state, event)).toBe(state);
});
