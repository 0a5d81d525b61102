import { useEffect, useRef } from 'react';
import { type Location, useNavigate } from 'react-router-dom';
import { type HistoryState, historyStateOf } from './history-state.ts';

/** One coming to this page to edit an unsent message. */
export interface EditVisit {
  /** The message's id. */
  edits: string;
  /** Ends the visit: a reload, or coming back, does not begin the edit anew. */
  end: () => void;
}

/**
 * The edit that the visitor came here for, if any, and the React key of the form:
 * coming here again, by a link to the page one is on or to edit the same message,
 * gives a new key, so that the form starts anew; ending an edit keeps the key, so
 * that the thank-you stays.
 */
export function useEditVisit(shown: Location): {
  visit?: EditVisit;
  key: string;
} {
  const { key, state, ...path } = shown;
  const navigate = useNavigate();
  const latest = useRef(key);
  useEffect(() => {
    latest.current = key;
  }, [key]);
  const { edit, ended } = historyStateOf({ state });
  if (!edit) return { key: ended ?? key };
  function end() {
    // Not where the visitor edits another, or has left, meanwhile.
    if (latest.current !== key || location.pathname !== path.pathname) return;
    const ended: HistoryState = { ended: key };
    navigate(path, { replace: true, state: ended });
  }
  return { key, visit: { edits: edit, end } };
}
