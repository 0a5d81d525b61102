import type { Location } from 'react-router-dom';
import { markName } from '../components/mark-name.tsx';
import { Picture } from '../components/picture.tsx';
import { type FormName, forms } from '../descriptions/forms.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import { WhatHappens } from '../forms/what-happens.tsx';
import styles from './form.module.css';

/**
 * The page of any form, routes.ts says of which: one column for it; where there
 * is room, a drawing beside it.
 */
export function Page({
  form: name,
  location,
}: {
  form: FormName;
  location: Location;
}) {
  const form = forms[name];
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.head}>
          <h1 className={styles.heading}>{form.heading}</h1>
          <p className="lead">{markName(form.lead)}</p>
        </div>
        <SubmissionForm form={form} location={location} />
        <WhatHappens {...form.happens} />
      </div>
      <div className={styles.drawing}>
        <Picture {...form.picture} width={480} height={600} />
      </div>
    </div>
  );
}
