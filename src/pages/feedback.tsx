import { feedback } from '../content/feedback.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  return (
    <section className="page">
      <h1>{feedback.heading}</h1>
      <SubmissionForm name="feedback" thanks={feedback.thanks} />
    </section>
  );
}
