import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Submission } from '../outbox/client.ts';
import { holdTime } from '../outbox/submission.ts';

/** Loads what sending needs; a page that is offline has it from the worker. */
export function loadSending() {
  return import('./sending.ts');
}

/** The id of the unsent submission that the visitor came here to edit. */
export function useEditedId(): string | undefined {
  const { state } = useLocation();
  return (state as { edit?: string } | null)?.edit;
}

/**
 * The unsent submission being edited. It is held
 * back while the form is open; `finish` says that new words have replaced it.
 */
export function useEditing(id: string | undefined): {
  edited: Submission | undefined;
  finish: () => void;
} {
  const [edited, setEdited] = useState<Submission>();
  const finished = useRef(false);

  useEffect(() => {
    if (!id) return;
    finished.current = false;
    const keep = () =>
      loadSending()
        .then(({ holdForEditing }) => holdForEditing(id))
        .catch(() => undefined);
    void keep().then(setEdited);
    const renewal = setInterval(keep, holdTime / 2);
    const leave = () => {
      if (finished.current) return;
      void loadSending().then(({ endEditing }) => endEditing(id));
    };
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(renewal);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [id]);

  return {
    edited,
    finish: () => {
      finished.current = true;
    },
  };
}
