import { expect, test } from 'vitest';
import {
  type Accepted,
  empty,
  type FormAction,
  nextState,
} from '../../src/forms/form-state.ts';

const accepted: Accepted = {
  id: 'id-1',
  status: 'queued',
  values: { name: 'Ada' },
};
const problem = { message: 'No.' };

const after = (...events: FormAction[]) => events.reduce(nextState, empty);
const accept: FormAction = { type: 'accept', accepted };
const refuse: FormAction = { type: 'refuse', message: 'Refused.' };

test('a form begins open, idle and without a problem', () => {
  expect(empty).toEqual({
    step: 'editing',
    busy: false,
    attempts: 0,
    overtaken: false,
  });
});

test('a submit clears the problem and is counted', () => {
  const state = after({ type: 'problem', problem }, { type: 'submit' });
  expect(state).toMatchObject({ step: 'editing', attempts: 1 });
  expect(state).toHaveProperty('problem', undefined);
});

test('a slow submit is busy until it has ended', () => {
  const slow = after({ type: 'submit' }, { type: 'slow' });
  expect(slow).toMatchObject({ busy: true });
  expect(nextState(slow, { type: 'problem', problem })).toMatchObject({
    busy: false,
    problem,
  });
});

test('what was overtaken stays so, whatever goes wrong next', () => {
  const state = after({ type: 'problem', problem, overtaken: true });
  expect(state).toMatchObject({ overtaken: true });
  expect(nextState(state, { type: 'problem', problem })).toMatchObject({
    overtaken: true,
  });
  expect(after({ type: 'problem', problem })).toMatchObject({
    overtaken: false,
  });
});

test('an accepted submission is thanked for', () => {
  expect(after({ type: 'slow' }, accept)).toEqual({
    step: 'accepted',
    accepted,
  });
});

test('a refusal brings back what was accepted, with its reason', () => {
  expect(after({ type: 'submit' }, accept, refuse)).toEqual({
    ...empty,
    step: 'refused',
    refused: accepted,
    problem: { message: 'Refused.' },
  });
});

test('what was refused and arrives after all is thanked for as sent', () => {
  expect(after(accept, refuse, { type: 'arrive' })).toEqual({
    step: 'accepted',
    accepted: { ...accepted, status: 'sent' },
  });
});

test('new words for what was refused can be accepted', () => {
  const edited = { ...accepted, id: 'id-2' };
  const state = after(accept, refuse, { type: 'accept', accepted: edited });
  expect(state).toEqual({ step: 'accepted', accepted: edited });
});

test.each<FormAction>([
  { type: 'submit' },
  { type: 'slow' },
  { type: 'problem', problem },
  { type: 'accept', accepted: { ...accepted, id: 'id-2' } },
  { type: 'arrive' },
])('while thanks are shown a late $type changes nothing', (event) => {
  const thanks = after(accept);
  expect(nextState(thanks, event)).toBe(thanks);
});

test.each<FormAction>([refuse, { type: 'arrive' }])(
  'while nothing is accepted a $type changes nothing',
  (event) => {
    expect(nextState(empty, event)).toBe(empty);
  },
);
