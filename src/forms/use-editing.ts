import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Submission } from '../outbox/client.ts';
import { loadSending } from './load-sending.ts';

/** The id of the unsent submission that the visitor came here to edit. */
export function useEditedId(): string | undefined {
  const { state } = useLocation();
  return (state as { edit?: string } | null)?.edit;
}

/** A reload, or coming back, does not begin an edit that has ended. */
export function forgetEdit(): void {
  history.replaceState({ ...history.state, usr: null }, '');
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
    const holding = loadSending().then(({ holdForEditing }) =>
      holdForEditing(id),
    );
    holding.then(
      (found) => current && setEdited(found),
      () => undefined,
    );
    return () => {
      current = false;
      Promise.all([loadSending(), holding]).then(
        ([{ endEditing }]) => endEditing(id),
        () => undefined,
      );
    };
  }, [id]);
  return edited?.id === id ? edited : undefined;
}
