import {
  type Dispatch,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { isPressedEarly } from '../boot/early-input.ts';
import { conflict } from '../content/delivery.ts';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import { beginEdit } from '../outbox/editing.ts';
import { type NotSubmitted, submit } from '../outbox/submit.ts';
import { type DraftName, idFor, readDraft } from './draft.ts';
import { fillIn, focusField, valuesIn } from './field-values.ts';
import type { FormAction, FormState, Problem } from './form-state.ts';
import {
  blankFields,
  type Values,
  type Verdict,
  validate,
} from './validate.ts';

/**
 * Honours a press on the form's button, however early it came: it waits until
 * the form has the words it begins with, checks what stands in the fields then,
 * and submits it. What is submitted replaces what the form edits, and keeps those
 * of its values that this version of the form has no field for.
 */
export function useSubmit({
  form,
  element,
  state: { view, busy, edits, original },
  draft,
  dispatch,
}: {
  form: FormDefinition;
  element: RefObject<HTMLFormElement | null>;
  state: FormState;
  draft: DraftName;
  dispatch: Dispatch<FormAction>;
}): void {
  const editing = view === 'thanks' ? undefined : edits;
  const whenBegun = useEditing(editing, (values) => {
    dispatch({ type: 'begin', values });
    // A press that has waited for the words reads the fields next.
    const { typed } = readDraft(draft);
    if (element.current) fillIn(element.current, { ...values, ...typed });
  });
  const handleSubmit = useEffectEvent(async () => {
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
      const problem = problemOf(form, element.current, verdict);
      // The focus reads the field's description, so the mark comes before it.
      flushSync(() => dispatch({ type: 'problem', problem }));
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
    let isCurrent = busy;
    // Later, because StrictMode calls effects twice: the press counts once.
    queueMicrotask(() => isCurrent && void handleSubmit());
    return () => {
      isCurrent = false;
    };
  }, [busy]);
}

/** Says where the message stands, and which fields it marks. */
function problemOf(
  form: FormDefinition,
  element: HTMLFormElement,
  { message, field }: Verdict & { ok: false },
): Problem {
  const empty = blankFields(form, valuesIn(element));
  const rule = form.rules.find((one) => one.message === message);
  const alike = rule?.fields.filter((name) => empty.includes(name)) ?? [];
  const about = alike.length > 1 ? alike : [field];
  const under = about.length > 1 ? undefined : field;
  return { message, under, about, empty };
}

/**
 * Returns the values to submit, or what is wrong. The browser's own check of the
 * address comes last; a form may have words of its own for it.
 */
export function check(form: FormDefinition, element: HTMLFormElement): Verdict {
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

/** The words that are edited, 'gone' with their message, or not to be read. */
type Beginning = Values | 'gone' | 'unread';

/**
 * Edits an unsent message: it is held back while the form is open, and sent after
 * all where nothing replaces it. Calls `onBegin` with the words once it is held.
 */
function useEditing(id: string | undefined, onBegin: (words: Values) => void) {
  const [tries, setTries] = useState(0);
  const beginning = useRef<Promise<Beginning>>(undefined);
  const begin = useEffectEvent(onBegin);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried anew
  useEffect(() => {
    if (!id) return;
    let current = true;
    // Later, for the same reason: the end of the first would send the message.
    const edit = Promise.resolve().then(() =>
      current ? beginEdit(id) : undefined,
    );
    beginning.current = edit.then(
      (found) => {
        if (!found) return 'gone';
        const { values } = found.submission;
        if (current) begin(values);
        return values;
      },
      () => 'unread' as const,
    );
    return () => {
      current = false;
      edit.then((found) => found?.end()).catch(() => undefined);
    };
  }, [id, tries]);
  /** Resolves once the edit has begun or failed; then it is tried anew. */
  return async (): Promise<Beginning | undefined> => {
    const words = await beginning.current;
    if (words === 'unread') setTries(tries + 1);
    return words;
  };
}

/** Where the browser has no words of its own. */
const fallback = 'Please enter a valid email address.';

/**
 * What the browser finds wrong with an address, in the visitor's language; ''
 * where nothing is. Asked of a field of its own: bubbles at a form's field
 * vanish, and Firefox for Android shows none.
 */
function browsersCheck(address: string): string {
  const field = document.createElement('input');
  field.type = 'email';
  field.value = toAscii(address);
  return field.checkValidity() ? '' : field.validationMessage || fallback;
}

/** Safari's check knows other scripts' domains only as they are sent. */
function toAscii(address: string): string {
  const [, user, domain = ''] =
    /^(.*)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  try {
    return user ? `${user}@${new URL(`http://${domain}`).hostname}` : address;
  } catch {
    return address;
  }
}
