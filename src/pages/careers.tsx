import { careers } from '../content/careers.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  return (
    <section className="page">
      <h1>{careers.heading}</h1>
      <SubmissionForm name="careers" thanks={careers.thanks} />
    </section>
  );
}
