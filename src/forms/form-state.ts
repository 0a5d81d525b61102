import type { Dispatch, RefObject } from 'react';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import type { Status } from '../submissions/outbox.ts';
import type { DraftName } from './draft.ts';
import type { Values } from './validate.ts';

export interface OriginalSubmission {
  id: string;
  values?: Values | undefined;
  status: Status;
  /** Time of the submission, from performance.now(). */
  submittedAt?: number;
}

export interface FormProblem {
  message: string;
  /** The field of the error message. If undefined, the message is above the button. */
  messageField?: string | undefined;
  /** Fields that the submit found invalid. Each stays marked until it is valid. */
  invalidFields?: readonly string[];
  emptyFields?: readonly string[];
}

export interface FormState {
  view: 'form' | 'thanks';
  /** The message that the form edits, or for which the thank-you is shown. */
  original?: OriginalSubmission | undefined;
  /** Id of the message that the form edits. Stays set after the message was replaced. */
  editedId?: string | undefined;
  isBusy: boolean;
  problem?: FormProblem | undefined;
  /** Counts submits. A change makes screen readers announce an error again. */
  attempts: number;
}

export type FormAction =
  | { type: 'submit' }
  /** The outbox has returned the message that the form edits. */
  | { type: 'load'; values: Values }
  | { type: 'fail'; problem: FormProblem }
  | { type: 'correct'; field: string }
  /** The message was sent, changed or deleted before the visitor submitted the edit. */
  | { type: 'conflict'; message: string }
  | { type: 'accept'; original: OriginalSubmission }
  | { type: 'refuse'; message: string };

export interface FormParts {
  form: FormDefinition;
  element: RefObject<HTMLFormElement | null>;
  state: FormState;
  draft: DraftName;
  dispatch: Dispatch<FormAction>;
}

export function createFormState(editedId?: string, isBusy = false): FormState {
  return {
    view: 'form',
    original: editedId ? { id: editedId, status: 'queued' } : undefined,
    editedId,
    isBusy,
    attempts: 0,
  };
}

/** Returns the next state. Ignores an action that does not apply to `state.view`. */
export function formReducer(state: FormState, action: FormAction): FormState {
  const { view, original, problem } = state;
  if (view === 'thanks') {
    if (!original || action.type !== 'refuse') return state;
    return {
      ...createFormState(),
      original: { ...original, status: 'refused' },
      editedId: original.id,
      problem: { message: action.message },
    };
  }
  switch (action.type) {
    case 'submit': {
      const attempts = state.attempts + 1;
      if (state.isBusy) return state;
      return { ...state, isBusy: true, problem: undefined, attempts };
    }
    case 'fail':
      return { ...state, isBusy: false, problem: action.problem };
    case 'correct': {
      const isOtherField = (name: string) => name !== action.field;
      const invalidFields = problem?.invalidFields?.filter(isOtherField) ?? [];
      const emptyFields = problem?.emptyFields?.filter(isOtherField) ?? [];
      const message = (invalidFields.length > 0 && problem?.message) || '';
      const fields = { invalidFields, emptyFields };
      return { ...state, problem: { ...problem, message, ...fields } };
    }
    case 'accept':
      return { ...state, view: 'thanks', original: action.original };
  }
  if (!original) return state;
  switch (action.type) {
    case 'load':
      return { ...state, original: { ...original, values: action.values } };
    case 'conflict': {
      const goneSubmission = { ...original, status: 'gone' as const };
      const problem = { message: action.message };
      return { ...state, isBusy: false, problem, original: goneSubmission };
    }
  }
  return state;
}
