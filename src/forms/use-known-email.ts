import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Form } from '../descriptions/form.ts';
import { useRemembered } from '../visitor/remembered.ts';
import { valuesIn } from './field-values.ts';
import { isAcceptable } from './validate.ts';

/**
 * The remembered email, where this form knows it, or ''. The email known when
 * the form was rendered stays, even if another tab remembers a different one,
 * until it is forgotten. It is never one that the form would refuse, nor comes
 * over what is typed.
 */
export function useKnownEmail(
  form: Form,
  element: RefObject<HTMLFormElement | null>,
): string {
  const email = useRemembered('pear_user_email');
  const [known, setKnown] = useState<string>();
  useLayoutEffect(() => {
    const typed = element.current && valuesIn(element.current).email;
    const fits =
      isAcceptable(form, 'email', email) && (typed || email) === email;
    setKnown((before) => {
      if (before === undefined) return fits ? email : undefined;
      // What has been forgotten is the visitor's to fill in, from then on.
      return email ? before : '';
    });
  }, [form, element, email]);
  return (form.knowsEmail && email && known) || '';
}
