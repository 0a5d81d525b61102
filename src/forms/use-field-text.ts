import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { wait } from '../async/timeout.ts';
import { storeEarlyInput } from '../boot/early-input.ts';
import type { Values } from '../form-definitions/form-definition.ts';
import { whenForgetMarkIsKnown } from '../visitor/forget-mark.ts';
import { getPreference } from '../visitor/local-preferences.ts';
import type { Draft } from './draft-format.ts';
import { drafts } from './drafts.ts';
import {
  clearFields,
  fillIn,
  haveSameTexts,
  readEditableValues,
} from './field-values.ts';
import type { EditedSubmission, FormParts } from './form-state.ts';

/** Safari clears the fields of a page that it restores, in a task after `pageshow`. */
const restoreDelay = 100;

export interface FieldText {
  /** Whether the fields have shown the draft. */
  isOpen: boolean;
  /** Resolves when the fields show the draft. */
  whenOpen(): Promise<void>;
  /** Saves what the fields show. `changedField` is the name of the field that has changed. */
  save(changedField: string): void;
}

/**
 * Keeps the form's fields and its draft the same. The fields show the draft, or otherwise
 * the submission that the form edits. Opening the draft takes a moment. Until then, typed
 * text is kept apart as early input, and is added to the draft afterwards.
 */
export function useFieldText(
  { form, element, draftName }: FormParts,
  edited: EditedSubmission | undefined,
): FieldText {
  const [isOpen, setIsOpen] = useState(false);
  /** Undefined while the fields show the draft, so that what they show can be saved. */
  const opening = useRef<Promise<void>>(undefined);
  /** What the form or the last saved input has put into the fields. */
  const shown = useRef<Values>({});

  function show(draft: Draft | undefined): void {
    if (!element.current) return;
    const values = { ...edited?.values, ...draft?.typed };
    fillIn(element.current, values, shown.current);
    shown.current = values;
  }

  function saveDraft(): void {
    if (!element.current) return;
    const values = readEditableValues(element.current);
    shown.current = values;
    drafts.save(draftName, findTextToSave(values, edited));
  }

  const open = useEffectEvent(async () => {
    const draftPromise = drafts.open(form.name, draftName);
    const hasEmail = getPreference('pear_user_email') !== '';
    if (form.showsRememberedEmail && hasEmail) await whenForgetMarkIsKnown();
    endOpening(await draftPromise);
  });

  const endOpening = useEffectEvent((draft: Draft | undefined) => {
    // The visitor has left the page.
    if (!element.current) return;

    show(draft);
    const values = readEditableValues(element.current);
    const text = findTextToSave(values, edited);
    // Without new text, saving would only delay the draft's expiry.
    if (text && !haveSameTexts(text, draft?.typed ?? {})) saveDraft();
    opening.current = undefined;
    // A submit reads the fields next, so a remembered email must be in its field.
    flushSync(() => setIsOpen(true));
  });

  useLayoutEffect(() => {
    opening.current = open();
  }, []);

  const showLoadedSubmission = useEffectEvent(() => {
    const draft = drafts.get(draftName);
    // Shows before the next paint what this page knows already.
    show(draft);
    // The draft has only some fields if the submission was loaded after it.
    if (draft && !opening.current) saveDraft();
  });

  const initialValues = edited?.values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a submission is loaded
  useLayoutEffect(() => showLoadedSubmission(), [initialValues]);

  useEffect(() => {
    function handlePageShow({ persisted }: PageTransitionEvent): void {
      if (persisted) opening.current = wait(restoreDelay).then(open);
    }
    addEventListener('pageshow', handlePageShow);
    return () => removeEventListener('pageshow', handlePageShow);
  }, []);

  useEffect(
    () =>
      drafts.onForget(() => {
        clearFields();
        drafts.remove(draftName);
      }),
    [draftName],
  );

  return {
    isOpen,
    whenOpen: async () => opening.current,
    save(changedField: string): void {
      if (!opening.current) saveDraft();
      else if (element.current) storeEarlyInput(element.current, changedField);
    },
  };
}

/** Returns undefined if the visitor has changed nothing. */
function findTextToSave(
  values: Values,
  edited: EditedSubmission | undefined,
): Values | undefined {
  if (haveSameTexts(values, edited?.values ?? {})) return undefined;
  if (!edited || edited.values) return values;

  // The fields that are blank until the submission is loaded do not belong to the text.
  const entries = Object.entries(values).filter(([, text]) => text !== '');
  return Object.fromEntries(entries);
}
