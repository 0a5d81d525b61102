import { FormPage } from '../components/form-page.tsx';
import { feedback } from '../content/feedback.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  const { heading, lead, picture, thanks } = feedback;
  return (
    <FormPage heading={heading} lead={lead} picture={picture}>
      <SubmissionForm name="feedback" thanks={thanks} />
    </FormPage>
  );
}
