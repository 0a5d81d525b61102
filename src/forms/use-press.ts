import {
  type Dispatch,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
} from 'react';
import { isPressedEarly } from '../boot/early-input.ts';
import { conflict } from '../content/delivery.ts';
import type { Form } from '../descriptions/form.ts';
import { type NotSubmitted, submit } from '../outbox/client.ts';
import { browsersCheck } from './browsers-check.ts';
import { type DraftName, idFor } from './draft.ts';
import { focusField, valuesIn } from './field-values.ts';
import type { FormAction, FormState } from './form-state.ts';
import type { Beginning } from './use-editing.ts';
import { type Verdict, validate } from './validate.ts';

/**
 * Honours a press on the form's button, however early it came: it waits until
 * the form has the words it begins with, checks what stands in the fields then,
 * and submits it. What is submitted replaces what the form edits, and keeps those
 * of its values that this version of the form has no field for.
 */
export function usePress({
  form,
  element,
  state: { busy, edits, original },
  draft,
  whenBegun,
  dispatch,
}: {
  form: Form;
  element: RefObject<HTMLFormElement | null>;
  state: FormState;
  draft: DraftName;
  /** Resolves once the edit has begun, if the form is to edit anything. */
  whenBegun: () => Promise<Beginning | undefined>;
  dispatch: Dispatch<FormAction>;
}): void {
  const honour = useEffectEvent(async () => {
    const begun = await whenBegun();
    // Whoever has left is not thanked; the draft keeps the words.
    if (!element.current) return;
    // Told before: new words are a message of their own.
    const isGone = original?.status === 'gone';
    const replaces = isGone ? undefined : edits;
    // Nothing replaces words that the visitor has not seen.
    if (replaces && begun === 'gone') return explain('conflict');
    if (replaces && begun === 'unread') return explain('unread');
    const verdict = check(form, element.current);
    if (!verdict.ok) {
      dispatch({ type: 'problem', problem: verdict });
      focusField(element.current, verdict.field);
      return;
    }
    const before = typeof begun === 'object' ? begun : original?.values;
    const values = { ...before, ...verdict.values };
    try {
      const id = idFor(draft, values);
      const submitted = await submit(form.name, values, { id, replaces });
      dispatch({ type: 'accept', original: { ...submitted, values } });
    } catch (error) {
      const { id, code = 'no-code' } = error as Partial<NotSubmitted>;
      explain(code, id);
    }
  });

  function explain(code: string, id = 'unsaved'): void {
    if (code === 'conflict') dispatch({ type: 'conflict', message: conflict });
    else dispatch({ type: 'problem', problem: { message: form.failure } });
    console.error(`pear: ${form.name} ${id}: ${code}`);
  }

  useLayoutEffect(() => {
    // It may have come while React took the static page over.
    if (isPressedEarly(form.name)) dispatch({ type: 'press' });
  }, [form, dispatch]);
  useEffect(() => {
    if (busy) void honour();
  }, [busy]);
}

/**
 * What the form holds, or what is wrong with it. The browser's own check, of a
 * malformed address, comes last; a form may have words of its own for it.
 */
function check(form: Form, element: HTMLFormElement): Verdict {
  const verdict = validate(form, valuesIn(element));
  if (!verdict.ok) return verdict;
  for (const { name, type } of form.fields) {
    const wrong = type === 'email' && browsersCheck(verdict.values[name] ?? '');
    if (!wrong) continue;
    const rule = form.rules.find(({ check }) => check === 'email');
    return { ok: false, message: rule?.message ?? wrong, field: name };
  }
  return verdict;
}
