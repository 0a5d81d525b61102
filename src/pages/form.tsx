import type { Location } from 'react-router-dom';
import { FormPage } from '../components/form-page.tsx';
import { type FormName, forms } from '../descriptions/forms.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { WhatHappens } from '../forms/what-happens.tsx';

/** The page of any form; routes.ts says of which. */
export function Page({
  form: name,
  location,
}: {
  form: FormName;
  location: Location;
}) {
  const form = forms[name];
  return (
    <FormPage {...form}>
      <SubmissionForm form={form} location={location} />
      <WhatHappens {...form.happens} />
    </FormPage>
  );
}
