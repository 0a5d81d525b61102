import { useEffect, useState } from 'react';
import { setPreference, usePreference } from '../visitor/local-preferences.ts';
import { readDraft, saveDraft } from './draft.ts';
import { findChangedValues, focusField } from './field-values.ts';
import type { FormParts } from './form-state.ts';
import { acceptsEmail } from './validate.ts';

/**
 * Returns the email to fill in (or ''), and a function that forgets this email. The
 * email stays the same if another tab remembers a different one.
 */
export function useRememberedEmail({ form, draft, element }: FormParts) {
  const rememberedEmail = usePreference('pear_user_email');
  const [isForgotten, setForgotten] = useState(false);
  /** `email` is undefined until there is one to remember, and '' after "Not you?". */
  const [{ decidedFor, email }, decide] = useState<{
    decidedFor: string;
    email?: string | undefined;
  }>({ decidedFor: '' });
  // Chooses the email while rendering. An effect could set the email late, during a
  // page transition, and replace text that the visitor has typed.
  if (rememberedEmail !== decidedFor) {
    decide({ decidedFor: rememberedEmail, email: getEmailToFill() });
  }

  function getEmailToFill(): string | undefined {
    if (email !== undefined) return rememberedEmail && email;
    const { typed } = readDraft(draft);
    const isUnchanged = (typed.email || rememberedEmail) === rememberedEmail;
    const isUsable = isUnchanged && acceptsEmail(form, rememberedEmail);
    return (isUsable && rememberedEmail) || undefined;
  }

  useEffect(() => {
    if (!isForgotten || !element.current) return;
    // Otherwise the draft might still contain the forgotten email as a typed value.
    saveDraft(draft, { typed: findChangedValues(element.current) });
    focusField(element.current, 'email');
  }, [isForgotten, element, draft]);

  return {
    email: (form.showsRememberedEmail && email) || '',
    forget() {
      setPreference('pear_user_email', '');
      setForgotten(true);
    },
  };
}
