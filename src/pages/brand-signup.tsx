import { FormPage } from '../components/form-page.tsx';
import { brandSignup } from '../content/brand-signup.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { WhatHappens } from '../forms/what-happens.tsx';

export function Page() {
  const { heading, lead, picture, thanks, happens } = brandSignup;
  return (
    <FormPage heading={heading} lead={lead} picture={picture}>
      <SubmissionForm name="brandSignup" thanks={thanks} />
      <WhatHappens {...happens} />
    </FormPage>
  );
}
