import type { Status } from '../outbox/submission.ts';
import type { Values } from './validate.ts';

/** A message that is in the outbox, or was. */
export interface Original {
  id: string;
  /** Absent until they have been read. */
  values?: Values | undefined;
  /**
   * As far as the form knows: 'refused' where it was refused here, 'gone' where it
   * waits no longer, so that new words are a message of their own.
   */
  status: Status;
  /** Since when, where it was submitted here (see outbox/submit.ts). */
  at?: number;
}

export interface Problem {
  message: string;
  /** The field that the message stands under; otherwise it is above the button. */
  under?: string | undefined;
  /** The fields that the message is about; each is marked until it is right. */
  about?: readonly string[];
  /** The fields that are marked as empty, also those that it is not about. */
  empty?: readonly string[];
}

/** The form, or the thank-you in its place. */
export interface FormState {
  view: 'form' | 'thanks';
  /** The message that the form edits, or that the thank-you is about. */
  original?: Original | undefined;
  /** The id that the draft is kept by: of what the form edits, or has edited. */
  edits?: string | undefined;
  /** The button has been pressed, and what came of it is not known yet. */
  busy: boolean;
  problem?: Problem | undefined;
  /** Counts the presses, so that the same problem is announced again. */
  attempts: number;
}

export type FormAction =
  | { type: 'press' }
  /** The words that are edited have been read. */
  | { type: 'begin'; values: Values }
  /** Nothing was submitted. */
  | { type: 'problem'; problem: Problem }
  /** The visitor has put a marked field right. */
  | { type: 'correct'; field: string }
  /** Nor was this: what was edited waits no longer. */
  | { type: 'conflict'; message: string }
  | { type: 'accept'; original: Original }
  /** The server has refused what was accepted here. */
  | { type: 'refuse'; message: string }
  /** What was refused has arrived after all: retried, or by another tab. */
  | { type: 'arrive' };

/** `edits` is the id of what the visitor came to edit. */
export function initialState(edits?: string, isPressed = false): FormState {
  return {
    view: 'form',
    original: edits ? { id: edits, status: 'queued' } : undefined,
    edits,
    busy: isPressed,
    attempts: 0,
  };
}

/** Actions that do not belong to the view, such as late ones, change nothing. */
export function nextState(state: FormState, action: FormAction): FormState {
  const { view, original, attempts } = state;
  if (view === 'thanks') {
    if (!original || action.type !== 'refuse') return state;
    return {
      ...initialState(),
      original: { ...original, status: 'refused' },
      edits: original.id,
      problem: { message: action.message },
    };
  }
  switch (action.type) {
    case 'press':
      return state.busy
        ? state
        : { ...state, busy: true, problem: undefined, attempts: attempts + 1 };
    case 'problem':
      return { ...state, busy: false, problem: action.problem };
    case 'correct': {
      const { problem } = state;
      const isLeft = (name: string) => name !== action.field;
      const about = problem?.about?.filter(isLeft) ?? [];
      const empty = problem?.empty?.filter(isLeft) ?? [];
      const message = (about.length > 0 && problem?.message) || '';
      return { ...state, problem: { ...problem, message, about, empty } };
    }
    case 'conflict': {
      const { message } = action;
      const gone = original && { ...original, status: 'gone' as const };
      return { ...state, busy: false, problem: { message }, original: gone };
    }
    case 'accept':
      return { ...state, view: 'thanks', original: action.original };
  }
  if (!original || action.type === 'refuse') return state;
  return action.type === 'begin'
    ? { ...state, original: { ...original, values: action.values } }
    : { ...state, view: 'thanks', original: { ...original, status: 'sent' } };
}
