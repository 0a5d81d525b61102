import { Link } from 'react-router-dom';
import { FormPage } from '../components/form-page.tsx';
import { waitlist } from '../content/waitlist.ts';
import { remember } from '../forms/remembered.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { WhatHappens } from '../forms/what-happens.tsx';

export function Page() {
  const { heading, lead, note, picture, thanks, happens, next } = waitlist;
  return (
    <FormPage heading={heading} lead={lead} picture={picture}>
      <SubmissionForm
        name="waitlist"
        thanks={thanks}
        note={<p className="note">{note}</p>}
        onThanks={({ email = '' }) => remember('pear_user_email', email)}
      >
        <Link to={next.to}>{next.label}</Link>
      </SubmissionForm>
      <WhatHappens {...happens} />
    </FormPage>
  );
}
