import { feedback } from '../content/feedback.ts';
import { useRememberedEmail } from '../forms/remembered-email.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  const email = useRememberedEmail();
  return (
    <section className="page">
      <h1>{feedback.heading}</h1>
      <SubmissionForm
        name="feedback"
        thanks={feedback.thanks}
        fixed={{ email }}
      />
    </section>
  );
}
