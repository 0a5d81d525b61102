import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Submission } from '../outbox/submission.ts';
import { loadSending } from './load-sending.ts';

/** One coming to this page to edit an unsent submission. */
export interface Visit {
  /** Of this visit: to edit the same again is another one. */
  key: string;
  /** The submission's id. */
  edits: string;
  /** Ends the visit: a reload, or coming back, does not begin the edit anew. */
  end: () => void;
}

/** The visit that this form is for; its thank-you still belongs to it. */
export function useEditVisit(): Visit | undefined {
  const { key, state, ...path } = useLocation();
  const navigate = useNavigate();
  const [visit, setVisit] = useState<{ key: string; edits: string }>();
  const [ended, setEnded] = useState<string>();
  const edits = (state as { edit?: string } | null)?.edit;
  const isOver = visit?.key === ended;
  // Of the page on screen, for what ends after an await.
  const latest = useRef(key);
  useEffect(() => {
    latest.current = key;
  }, [key]);
  const current = edits ? { key, edits } : isOver ? visit : undefined;
  if (current?.key !== visit?.key) setVisit(current);
  return (
    current && {
      ...current,
      end() {
        // Not where the visitor edits another, or has left, meanwhile.
        if (latest.current !== current.key) return;
        if (location.pathname !== path.pathname) return;
        setEnded(current.key);
        navigate(path, { replace: true, state: null });
      },
    }
  );
}

/**
 * The unsent submission being edited, once it is known. It is held back while
 * the form is open, and sent after all where nothing replaces it.
 */
export function useEditing(id: string | undefined): Submission | undefined {
  const [edited, setEdited] = useState<Submission>();
  useEffect(() => {
    if (!id) return;
    let current = true;
    const edit = loadSending().then(({ beginEdit }) => beginEdit(id));
    edit.then(
      (begun) => current && setEdited(begun?.submission),
      () => undefined,
    );
    return () => {
      current = false;
      edit.then((begun) => begun?.end()).catch(() => undefined);
    };
  }, [id]);
  return edited?.id === id ? edited : undefined;
}
