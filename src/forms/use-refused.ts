import { useEffect } from 'react';
import { useStatus } from '../outbox/live.ts';
import { valuesOfForm } from './fields.tsx';
import type { Values } from './validate.ts';

/**
 * Where a refusal has brought the form back in place of the thank-you: puts the
 * focus there, and calls the listener when the words arrive after all (retried
 * in the dialog, or by another tab), unless they are being changed.
 */
export function useRefused(
  form: string,
  refused: { id: string; values: Values } | undefined,
  onSent: () => void,
): void {
  useEffect(() => {
    if (!refused || document.activeElement !== document.body) return;
    const element = document.forms.namedItem(form);
    element?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [form, refused]);

  const status = useStatus(refused?.id ?? '', 'refused');
  useEffect(() => {
    if (!refused || status !== 'sent') return;
    if (isUnchanged(form, refused.values)) onSent();
  }, [form, refused, status, onSent]);
}

function isUnchanged(form: string, values: Values): boolean {
  return Object.entries(valuesOfForm(form)).every(
    ([field, text]) => text.trim() === values[field],
  );
}
