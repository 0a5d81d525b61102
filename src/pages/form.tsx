import { useState, useSyncExternalStore } from 'react';
import type { Location } from 'react-router-dom';
import { Collar } from '../components/collar.tsx';
import { markProductName } from '../components/mark-product-name.tsx';
import { type Fastening, SewnLabel } from '../components/sewn-label.tsx';
import { brandContactText } from '../content/footer.ts';
import { type FormName, forms } from '../form-definitions/forms.ts';
import { DataDisclosure } from '../forms/data-disclosure.tsx';
import { EditNotice } from '../forms/edit-notice.tsx';
import {
  createShownFormStore,
  type ShownForm,
  type ShownFormStore,
} from '../forms/shown-form.ts';
import { SubmissionForm } from '../forms/submission-form.tsx';
import styles from './form.module.css';

type Props = { formName: FormName; location: Location };

/** The page of the form that the route names, with a garment beside it. */
export function Page({ formName, location }: Props) {
  const form = forms[formName];
  const [shownForm] = useState(createShownFormStore);
  // Reads only the view, because the rest of the store changes at each render of the form.
  const getView = () => shownForm.get().view;
  const view = useSyncExternalStore(shownForm.subscribe, getView, getView);
  return (
    <div className={styles.page} data-view={view}>
      <div className={styles.column}>
        <div className={styles.head}>
          <div className={styles.title}>
            <h1 className={styles.heading}>{form.heading}</h1>
            <EditNotice
              key={location.key}
              formName={formName}
              location={location}
            />
          </div>
          <p className="lead">{markProductName(form.lead)}</p>
          {formName === 'brandSignup' && <p>{brandContactText}</p>}
        </div>
        <SubmissionForm
          key={location.key}
          form={form}
          location={location}
          shownForm={shownForm}
        />
        <DataDisclosure form={form} />
      </div>
      <div className={styles.drawing}>
        <div className={styles.hanging}>
          <div className={styles.rail}>
            <Collar column={form.garment} first whole>
              <FormLabel field={form.labelField} shownForm={shownForm} />
            </Collar>
          </div>
          {form.reasons && (
            <ul className={styles.reasons}>
              {form.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  );
}

const fastenings: Partial<Record<ShownForm['statement'], Fastening>> = {
  invalid: 'pin',
  failed: 'loose',
  queued: 'basting',
  sent: 'seam',
};

/** A sewn label with a field's text. The seam shows the state of the form. */
function FormLabel({
  field,
  shownForm,
}: {
  field: string;
  shownForm: ShownFormStore;
}) {
  const { values, statement } = useSyncExternalStore(
    shownForm.subscribe,
    shownForm.get,
    shownForm.get,
  );
  const text = values[field] ?? '';
  // A pin marks a label without a text. Other fields' errors do not concern the label.
  const isPinWrong = statement === 'invalid' && text.trim();
  const fastening = (!isPinWrong && fastenings[statement]) || 'none';
  return <SewnLabel text={text} fastening={fastening} />;
}
