import { brandSignup } from '../content/brand-signup.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  return (
    <section className="page">
      <h1>{brandSignup.heading}</h1>
      <p className="lead">{brandSignup.lead}</p>
      <SubmissionForm name="brandSignup" thanks={brandSignup.thanks} />
    </section>
  );
}
