import { FormPage } from '../components/form-page.tsx';
import { feedback } from '../content/feedback.ts';
import { useRemembered } from '../forms/remembered.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { WhatHappens } from '../forms/what-happens.tsx';

export function Page() {
  const email = useRemembered('pear_user_email');
  const { heading, lead, picture, thanks, happens } = feedback;
  return (
    <FormPage heading={heading} lead={lead} picture={picture}>
      <SubmissionForm name="feedback" thanks={thanks} known={{ email }} />
      <WhatHappens {...happens} />
    </FormPage>
  );
}
