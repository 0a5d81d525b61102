import { type RefObject, useEffect, useState } from 'react';
import { SmallButton } from '../components/button.tsx';
import { formWords as words } from '../content/form-words.ts';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import { setPreference, usePreference } from '../visitor/local-preferences.ts';
import { type DraftName, keepDraft, readDraft } from './draft.ts';
import { focusField, typedInto } from './field-values.ts';
import { acceptsEmail } from './validate.ts';

/**
 * Returns the email to fill in, or '', and a function that forgets it. The email
 * stays as it was when the form was rendered, even if another tab remembers a
 * different one. An email that the form would reject is not filled in, and a
 * typed email is not replaced.
 */
export function useRememberedEmail(
  form: FormDefinition,
  draft: DraftName,
  element: RefObject<HTMLFormElement | null>,
) {
  const remembered = usePreference('pear_user_email');
  const [isForgotten, setForgotten] = useState(false);
  const [{ decided, known }, decide] = useState<{
    /** The remembered email for which `known` was decided. */
    decided: string;
    /** Undefined until an email is known, '' after it was forgotten. */
    known?: string | undefined;
  }>({ decided: '' });
  // An effect would be too late: during a page transition React may render its
  // result after the visitor has typed, and replace what was typed.
  if (remembered !== decided) decide({ decided: remembered, known: next() });

  function next(): string | undefined {
    if (known !== undefined) return remembered && known;
    const { typed } = readDraft(draft);
    const isFree = (typed.email || remembered) === remembered;
    const fits = remembered && isFree && acceptsEmail(form, remembered);
    return fits ? remembered : undefined;
  }

  useEffect(() => {
    if (!isForgotten || !element.current) return;
    // The draft may hold the same email, typed before it was remembered.
    keepDraft(draft, { typed: typedInto(element.current) });
    focusField(element.current, 'email');
  }, [isForgotten, element, draft]);

  return {
    email: (form.knowsEmail && known) || '',
    forget() {
      setPreference('pear_user_email', '');
      setForgotten(true);
    },
  };
}

export function NotYouButton({ onClick }: { onClick: () => void }) {
  return <SmallButton onClick={onClick}>{words.notYou}</SmallButton>;
}
