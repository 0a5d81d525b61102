import type { Location } from 'react-router-dom';
import { Collar } from '../components/collar.tsx';
import { markProductName } from '../components/mark-product-name.tsx';
import { Picture } from '../components/picture.tsx';
import { SewnLabel } from '../components/sewn-label.tsx';
import { type FormName, forms } from '../form-definitions/forms.ts';
import { DataDisclosure } from '../forms/data-disclosure.tsx';
import { EditNotice } from '../forms/edit-notice.tsx';
import { SubmissionForm } from '../forms/submission-form.tsx';
import styles from './form.module.css';

type Props = { form: FormName; location: Location };

/** The page of the form that the route names, with a picture beside it. */
export function Page({ form: name, location }: Props) {
  const form = forms[name];
  return (
    <div className={form.labelField ? styles.labeled : styles.page}>
      <div className={styles.column}>
        <div className={styles.head}>
          <div className={styles.title}>
            <h1 className={styles.heading}>{form.heading}</h1>
            <EditNotice key={location.key} form={name} location={location} />
          </div>
          <p className="lead">{markProductName(form.lead)}</p>
        </div>
        <SubmissionForm key={location.key} form={form} location={location} />
        <DataDisclosure {...form.disclosure} />
      </div>
      <div className={styles.drawing}>
        {form.labelField ? (
          <div className={styles.rail}>
            <Collar column={2} first>
              <SewnLabel text="" fastening="none" />
            </Collar>
          </div>
        ) : (
          <Picture src={form.picture} alt="" width={480} height={600} />
        )}
        {form.reasons && (
          <ul className={styles.reasons}>
            {form.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
