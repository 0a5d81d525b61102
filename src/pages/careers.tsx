import { FormPage } from '../components/form-page.tsx';
import { careers } from '../content/careers.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { WhatHappens } from '../forms/what-happens.tsx';

export function Page() {
  const { heading, lead, picture, thanks, happens } = careers;
  return (
    <FormPage heading={heading} lead={lead} picture={picture}>
      <SubmissionForm name="careers" thanks={thanks} />
      <WhatHappens {...happens} />
    </FormPage>
  );
}
