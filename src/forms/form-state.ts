import type { Dispatch, RefObject } from 'react';
import { conflictText } from '../content/delivery.ts';
import type {
  FormDefinition,
  Values,
} from '../form-definitions/form-definition.ts';
import type { DraftName } from './draft-format.ts';
import type { ShownFormStore } from './shown-form.ts';
import type { FormProblem } from './validate.ts';

/** An unsent submission that the form edits. */
export interface EditedSubmission {
  id: string;
  /** Undefined until the outbox has returned the submission. */
  values?: Values | undefined;
  /**
   * 'chosen' by "Edit", or 'returned' because the server has refused it while the form
   * said thank you. 'gone' means that it was sent, changed or deleted before the visitor
   * submitted the edit. The next submit then sends a new submission.
   */
  state: 'chosen' | 'returned' | 'gone';
}

/** The submission that the outbox has just accepted, for which the form says thank you. */
export interface AcceptedSubmission {
  id: string;
  values: Values;
  status: 'queued' | 'sent';
  /** The outbox's moment of the submit. Only its order counts. */
  submitMoment?: number;
}

export interface FormView {
  view: 'form';
  /** Whether the form has taken the place of a thank-you, which had the focus. */
  replacesThanks?: boolean;
  edited?: EditedSubmission | undefined;
  isBusy: boolean;
  problem?: FormProblem | undefined;
  /** Counts submits. A change makes screen readers announce an error again. */
  attempts: number;
}

export interface ThanksView {
  view: 'thanks';
  accepted: AcceptedSubmission;
  /** Id of the submission that the form has edited, if any. */
  editedId?: string | undefined;
}

export type FormState = FormView | ThanksView;

export type FormAction =
  | { type: 'submit' }
  /** The outbox has returned the submission that the form edits. */
  | { type: 'load'; values: Values }
  | { type: 'fail'; problem: FormProblem }
  | { type: 'correct'; field: string }
  /** The submission was sent, changed or deleted before the visitor submitted the edit. */
  | { type: 'conflict' }
  | { type: 'accept'; accepted: AcceptedSubmission }
  | { type: 'refuse'; message: string };

export interface FormParts {
  form: FormDefinition;
  element: RefObject<HTMLFormElement | null>;
  draftName: DraftName;
  dispatch: Dispatch<FormAction>;
  /** What the form shows, for a picture beside it. */
  shownForm: ShownFormStore;
}

export function createFormState(editedId?: string, isBusy = false): FormView {
  return {
    view: 'form',
    edited: editedId ? { id: editedId, state: 'chosen' } : undefined,
    isBusy,
    attempts: 0,
  };
}

/** Returns the next state. Ignores an action that does not apply to `state.view`. */
export function formReducer(state: FormState, action: FormAction): FormState {
  return state.view === 'thanks'
    ? reduceThanks(state, action)
    : reduceForm(state, action);
}

/** Shows the form again, with the text and an error, if the server refuses the submission. */
function reduceThanks(state: ThanksView, action: FormAction): FormState {
  if (action.type !== 'refuse') return state;

  const { id, values } = state.accepted;
  return {
    ...createFormState(),
    replacesThanks: true,
    edited: { id, values, state: 'returned' },
    problem: { kind: 'failed', message: action.message },
  };
}

function reduceForm(state: FormView, action: FormAction): FormState {
  const { edited, problem } = state;
  switch (action.type) {
    case 'submit': {
      if (state.isBusy) return state;
      const attempts = state.attempts + 1;
      return { ...state, isBusy: true, problem: undefined, attempts };
    }
    case 'load':
      if (!edited) return state;
      return { ...state, edited: { ...edited, values: action.values } };
    case 'fail':
      return { ...state, isBusy: false, problem: action.problem };
    case 'correct':
      if (!problem) return state;
      return { ...state, problem: removeField(problem, action.field) };
    case 'conflict':
      return {
        ...state,
        isBusy: false,
        problem: { kind: 'conflict', message: conflictText },
        edited: edited && { ...edited, state: 'gone' },
      };
    case 'accept': {
      const { accepted } = action;
      return { view: 'thanks', accepted, editedId: edited?.id };
    }
    case 'refuse':
      return state;
    default:
      action satisfies never;
      return state;
  }
}

/** Returns the problem without the field. The message goes with the last field. */
function removeField(problem: FormProblem, field: string): FormProblem {
  const isOtherField = (name: string) => name !== field;
  const invalidFields = problem.invalidFields?.filter(isOtherField) ?? [];
  const emptyFields = problem.emptyFields?.filter(isOtherField) ?? [];
  const message = invalidFields.length > 0 ? problem.message : '';
  return { ...problem, message, invalidFields, emptyFields };
}
