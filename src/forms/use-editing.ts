import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Submission } from '../outbox/client.ts';
import { loadSending } from './load-sending.ts';

/** What the router keeps with this entry of the history. */
interface FormState {
  /** The id of the unsent submission that the visitor came here to edit. */
  edit?: string;
  /** The same, once the edit has ended. */
  edited?: string;
}

export function useFormState(): FormState {
  return (useLocation().state as FormState | null) ?? {};
}

/** A reload, or coming back, does not begin an edit that has ended. */
export function useForgottenEdit(id: string | undefined, ended: boolean): void {
  const navigate = useNavigate();
  const { state, pathname, search, hash } = useLocation();
  const isStored = (state as FormState | null)?.edit === id;
  useEffect(() => {
    if (!id || !ended || !isStored) return;
    const here = { pathname, search, hash };
    void navigate(here, { replace: true, state: { edited: id } });
  }, [id, ended, isStored, navigate, pathname, search, hash]);
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
