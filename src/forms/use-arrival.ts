import { type Dispatch, type RefObject, useEffect } from 'react';
import { useStatus } from '../outbox/live.ts';
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
  const isRefused = view === 'form' && original?.status === 'refused';
  const status = useStatus(original?.id ?? '', original?.status ?? 'gone');
  useEffect(() => {
    if (!isRefused || status !== 'sent' || !element.current) return;
    const typed = typedInto(element.current, original?.values);
    if (Object.keys(typed).length === 0) dispatch({ type: 'arrive' });
  }, [isRefused, status, original, element, dispatch]);
}
