import { useEffect, useEffectEvent, useState } from 'react';
import type {
  FormDefinition,
  Values,
} from '../form-definitions/form-definition.ts';
import { setPreference, usePreference } from '../visitor/local-preferences.ts';
import { drafts } from './drafts.ts';
import { focusField } from './field-values.ts';
import type { FormParts } from './form-state.ts';
import type { FieldText } from './use-field-text.ts';
import { acceptsEmail } from './validate.ts';

/** Remembers the email of an accepted submission until "Not you?" or "Forget me". */
export function rememberEmail(form: FormDefinition, { email }: Values): void {
  if (form.remembersEmail && email) setPreference('pear_user_email', email);
}

/**
 * Returns the email to fill in (or ''), and a function that forgets this email. The
 * email stays the same if another tab remembers a different one.
 */
export function useRememberedEmail(
  { form, draftName, element }: FormParts,
  fieldText: FieldText,
) {
  const storedEmail = usePreference('pear_user_email');
  // Opening the draft has also found out whether the email was forgotten.
  const rememberedEmail = fieldText.isOpen ? storedEmail : '';
  const [isForgotten, setIsForgotten] = useState(false);
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
    if (!rememberedEmail || !acceptsEmail(form, rememberedEmail))
      return undefined;

    const typedEmail = drafts.get(draftName)?.typed.email ?? '';
    const hasOtherEmail = typedEmail !== '' && typedEmail !== rememberedEmail;
    return hasOtherEmail ? undefined : rememberedEmail;
  }

  const saveField = useEffectEvent(fieldText.save);
  useEffect(() => {
    if (!isForgotten || !element.current) return;
    // Otherwise the draft might still contain the forgotten email as a typed value.
    saveField('email');
    focusField(element.current, 'email');
  }, [isForgotten, element]);

  return {
    email: (form.showsRememberedEmail && email) || '',
    forget() {
      setPreference('pear_user_email', '');
      setIsForgotten(true);
    },
  };
}
