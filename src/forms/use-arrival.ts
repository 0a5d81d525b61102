import { type Dispatch, type RefObject, useEffect } from 'react';
import { follow } from '../outbox/status.ts';
import { typedInto } from './field-values.ts';
import type { FormAction, FormState } from './form-state.ts';

/**
 * Where the words in the form were refused, and arrive after all (retried in the
 * dialog, or by another tab), thanks for them, unless they are being changed.
 */
export function useArrival(
  { view, original }: FormState,
  element: RefObject<HTMLFormElement | null>,
  dispatch: Dispatch<FormAction>,
): void {
  const isRefused = view === 'form' && original?.status === 'failed';
  useEffect(() => {
    if (!isRefused || !original) return;
    return follow(original.id, (status) => {
      const typed =
        element.current && typedInto(element.current, original.values);
      const isUnchanged = typed && Object.keys(typed).length === 0;
      if (status === 'sent' && isUnchanged) dispatch({ type: 'arrive' });
    });
  }, [isRefused, original, element, dispatch]);
}
