import { Link } from 'react-router-dom';
import { FormPage } from '../components/form-page.tsx';
import { waitlist } from '../content/waitlist.ts';
import { rememberEmail } from '../forms/remembered-email.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';

export function Page() {
  const { heading, lead, note, picture, thanks, next } = waitlist;
  return (
    <FormPage heading={heading} lead={lead} picture={picture}>
      <SubmissionForm
        name="waitlist"
        thanks={thanks}
        note={<p className="note">{note}</p>}
        onThanks={({ email = '' }) => rememberEmail(email)}
      >
        <Link to={next.to}>{next.label}</Link>
      </SubmissionForm>
    </FormPage>
  );
}
