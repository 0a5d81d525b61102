import { FormPage } from '../components/form-page.tsx';
import { feedback } from '../content/feedback.ts';
import { useRememberedEmail } from '../forms/remembered-email.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  const email = useRememberedEmail();
  const { heading, lead, picture, thanks } = feedback;
  return (
    <FormPage heading={heading} lead={lead} picture={picture}>
      <SubmissionForm name="feedback" thanks={thanks} fixed={{ email }} />
    </FormPage>
  );
}
