import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { storeEarlyInput } from '../boot/early-input.ts';
import type { Values } from '../form-definitions/form-definition.ts';
import { whenForgetMarkIsKnown } from '../visitor/forget-mark.ts';
import { getPreference } from '../visitor/local-preferences.ts';
import type { Draft } from './draft.ts';
import { drafts } from './drafts.ts';
import {
  clearFields,
  fillIn,
  haveSameTexts,
  readEditableValues,
} from './field-values.ts';
import type { EditedMessage, FormParts } from './form-state.ts';

/** Safari clears the fields of a page that it restores, in a task after `pageshow`. */
const restoreDelay = 100;

export interface FormText {
  /** Whether the fields have shown the draft. */
  isOpen: boolean;
  /** Resolves when the fields show the draft. */
  whenOpen(): Promise<void>;
  /** Saves what the fields show. `changedField` is the name of the field that has changed. */
  save(changedField: string): void;
}

/**
 * Keeps the form's fields and its draft the same. The fields show the draft, or otherwise
 * the submission that the form edits. Opening the draft takes a moment. What the visitor
 * types until then is kept apart as early input, and then added to the draft.
 */
export function useFormText(
  { form, element, draft: name }: FormParts,
  edited: EditedMessage | undefined,
): FormText {
  const [isOpen, setIsOpen] = useState(false);
  const opening = useRef<Promise<void>>(undefined);
  /** Whether the fields show the draft at this moment, so that it can be saved. */
  const canSave = useRef(false);
  /** What the form or the last saved input has put into the fields. */
  const shown = useRef<Values>({});
  // The functions below run later than the render that has created them.
  const latestEdited = useRef(edited);
  useLayoutEffect(() => {
    latestEdited.current = edited;
  });

  function show(draft: Draft | undefined): void {
    if (!element.current) return;
    const values = { ...latestEdited.current?.values, ...draft?.typed };
    fillIn(element.current, values, shown.current);
    shown.current = values;
  }

  function saveDraft(): void {
    if (!element.current) return;
    const values = readEditableValues(element.current);
    shown.current = values;
    drafts.save(name, findTextToSave(values, latestEdited.current));
  }

  async function open(): Promise<void> {
    const draftPromise = drafts.open(form.name, name);
    const hasEmail = getPreference('pear_user_email') !== '';
    if (form.showsRememberedEmail && hasEmail) await whenForgetMarkIsKnown();
    const draft = await draftPromise;
    // The visitor has left the page.
    if (!element.current) return;

    show(draft);
    const values = readEditableValues(element.current);
    const text = findTextToSave(values, latestEdited.current);
    // Without new text, saving would only delay the draft's expiry.
    if (text && !haveSameTexts(text, draft?.typed ?? {})) saveDraft();
    canSave.current = true;
    // A submit reads the fields next, so a remembered email must be in its field.
    flushSync(() => setIsOpen(true));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens each draft once
  useLayoutEffect(() => {
    opening.current = open();
  }, [name]);

  const initialValues = edited?.values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a submission is loaded
  useLayoutEffect(() => {
    // Shows before the next paint what this page knows already.
    show(drafts.get(name));
    // The draft has only some fields if the submission was loaded after it.
    if (canSave.current && drafts.get(name)) saveDraft();
  }, [name, initialValues]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener reads refs
  useEffect(() => {
    function handlePageShow({ persisted }: PageTransitionEvent): void {
      if (!persisted) return;
      canSave.current = false;
      opening.current = new Promise((resolve) =>
        setTimeout(resolve, restoreDelay),
      ).then(open);
    }
    addEventListener('pageshow', handlePageShow);
    return () => removeEventListener('pageshow', handlePageShow);
  }, [name]);

  useEffect(
    () =>
      drafts.onForget(() => {
        clearFields();
        drafts.remove(name);
      }),
    [name],
  );

  return {
    isOpen,
    whenOpen: async () => opening.current,
    save(changedField: string): void {
      if (canSave.current) saveDraft();
      else if (element.current) storeEarlyInput(element.current, changedField);
    },
  };
}

/** Returns undefined if the visitor has changed nothing. */
function findTextToSave(
  values: Values,
  edited: EditedMessage | undefined,
): Values | undefined {
  if (haveSameTexts(values, edited?.values ?? {})) return undefined;
  const isLoaded = edited?.values !== undefined;
  if (!edited || isLoaded) return values;

  // The fields that are blank until the submission is loaded do not belong to the text.
  const entries = Object.entries(values).filter(([, text]) => text !== '');
  return Object.fromEntries(entries);
}
