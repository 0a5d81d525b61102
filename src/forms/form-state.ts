import type { FailureKind } from '../async/load-chunk.ts';
import type { Status } from '../outbox/submission.ts';
import type { Values } from './validate.ts';

/** A submission that the outbox took, and what it said. */
export interface Accepted {
  id: string;
  status: Status;
  values: Values;
}

/** Code that could not be loaded, as a ChunkFailure says it. */
export interface LoadFailure {
  kind: FailureKind;
  address: string;
}

export interface Problem {
  message: string;
  field?: string | undefined;
  /** Code that a submit needs; a reload may bring it. */
  failure?: LoadFailure | undefined;
}

interface Open {
  problem?: Problem | undefined;
  busy: boolean;
  /** Counts the submits, so that the same problem is announced again. */
  attempts: number;
  /** What was edited waits no longer: new words are a message of their own. */
  overtaken?: boolean | undefined;
}

/** The form, the thank-you in its place, or the form that a refusal brought back. */
export type FormState =
  | ({ step: 'open' } & Open)
  | { step: 'accepted'; accepted: Accepted }
  | ({ step: 'refused'; refused: Accepted } & Open);

export type FormAction =
  | { type: 'submit' }
  /** Saving takes so long that the button says so. */
  | { type: 'slow' }
  /** Nothing was submitted; without a problem the browser says why. */
  | { type: 'problem'; problem?: Problem | undefined; overtaken?: boolean }
  | { type: 'accept'; accepted: Accepted }
  /** The server has refused what was accepted here. */
  | { type: 'refuse'; message: string }
  /** What was refused has arrived after all: retried, or by another tab. */
  | { type: 'arrive' };

const open: Open = { busy: false, attempts: 0 };
export const initialState: FormState = { step: 'open', ...open };

/** Actions that do not belong to the step, such as late ones, change nothing. */
export function nextState(state: FormState, action: FormAction): FormState {
  if (state.step === 'accepted') {
    return action.type === 'refuse'
      ? takeBack(state.accepted, action.message)
      : state;
  }
  switch (action.type) {
    case 'submit':
      return { ...state, problem: undefined, attempts: state.attempts + 1 };
    case 'slow':
      return { ...state, busy: true };
    case 'problem': {
      const { problem } = action;
      const overtaken = state.overtaken || action.overtaken;
      return { ...state, problem, overtaken, busy: false };
    }
    case 'accept':
      return { step: 'accepted', accepted: action.accepted };
    case 'arrive':
      return state.step === 'refused' ? thankAfterAll(state.refused) : state;
    default:
      return state;
  }
}

function takeBack(refused: Accepted, message: string): FormState {
  return { step: 'refused', refused, ...open, problem: { message } };
}

function thankAfterAll(refused: Accepted): FormState {
  return { step: 'accepted', accepted: { ...refused, status: 'sent' } };
}
