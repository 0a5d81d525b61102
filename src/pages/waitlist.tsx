import { Link } from 'react-router-dom';
import { waitlist } from '../content/waitlist.ts';
import { rememberEmail } from '../forms/remembered-email.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  const { heading, lead, note, thanks, next } = waitlist;
  return (
    <section className="page">
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
      <SubmissionForm
        name="waitlist"
        thanks={thanks}
        note={<p className="note">{note}</p>}
        onThanks={({ email = '' }) => rememberEmail(email)}
      >
        <Link to={next.to}>{next.label}</Link>
      </SubmissionForm>
    </section>
  );
}
