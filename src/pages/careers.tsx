import { FormPage } from '../components/form-page.tsx';
import { careers } from '../content/careers.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  const { heading, lead, picture, thanks } = careers;
  return (
    <FormPage heading={heading} lead={lead} picture={picture}>
      <SubmissionForm name="careers" thanks={thanks} />
    </FormPage>
  );
}
