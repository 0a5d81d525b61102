import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Submission } from '../outbox/submission.ts';
import { loadSubmitting } from './load-submitting.ts';

/** What the router keeps with this entry of the history. */
interface EditState {
  /** The id of the unsent submission that the visitor came here to edit. */
  edit?: string;
  /** The key that the entry had before its edit ended. */
  ended?: string;
}

/** One coming to this page to edit an unsent submission. */
export interface EditVisit {
  /** The submission's id. */
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
export function useEditVisit(): { visit?: EditVisit; key: string } {
  const { key, state, ...path } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(key);
  useEffect(() => {
    latest.current = key;
  }, [key]);
  const { edit, ended } = (state ?? {}) as EditState;
  if (!edit) return { key: ended ?? key };
  function end() {
    // Not where the visitor edits another, or has left, meanwhile.
    if (latest.current !== key || location.pathname !== path.pathname) return;
    navigate(path, { replace: true, state: { ended: key } });
  }
  return { key, visit: { edits: edit, end } };
}

/**
 * Edits an unsent submission: it is held back while the form is open, and sent
 * after all where nothing replaces it.
 */
export function useEditing(id: string | undefined) {
  const [edited, setEdited] = useState<Submission>();
  const [tries, setTries] = useState(0);
  const begun = useRef<Promise<Submission | null | undefined>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried anew
  useEffect(() => {
    if (!id) return;
    let current = true;
    const edit = loadSubmitting().then(({ beginEdit }) => beginEdit(id));
    begun.current = edit.then(
      (found) => {
        // At once: a submit that waits for the words reads the fields next.
        if (current) flushSync(() => setEdited(found?.submission));
        return found?.submission ?? null;
      },
      // Code or disk failed: the submit says so.
      () => undefined,
    );
    return () => {
      current = false;
      edit.then((found) => found?.end()).catch(() => undefined);
    };
  }, [id, tries]);
  return {
    edited: edited?.id === id ? edited : undefined,
    /**
     * Waits for the beginning, from which on the submission is held back; gives
     * null where it is gone, undefined where no edit came of it: it is tried anew.
     */
    begun: async () => {
      const found = await begun.current;
      if (id && found === undefined) setTries(tries + 1);
      return found;
    },
  };
}
