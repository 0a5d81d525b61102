import { useEffect, useRef, useState } from 'react';
import { Link } from '../components/link.tsx';
import { dataDisclosureTexts } from '../content/data-disclosure.ts';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import styles from './data-disclosure.module.css';
import { ForgetMeOnDemand } from './forget-me-on-demand.tsx';
import { describeWhatWeGet } from './what-we-get.ts';

export function DataDisclosure({ form }: { form: FormDefinition }) {
  const { storedText, erasureText } = form.disclosure;
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const updateIsOpen = () => setIsOpen(details.current?.open ?? false);
  // The visitor may have opened the disclosure before hydration.
  useEffect(updateIsOpen, []);

  return (
    <details
      ref={details}
      className={styles.disclosure}
      onToggle={updateIsOpen}
    >
      <summary className={styles.title}>{dataDisclosureTexts.title}</summary>
      <div className={styles.answer}>
        <h2>{dataDisclosureTexts.typing.title}</h2>
        <p>{dataDisclosureTexts.typing.text}</p>
        <h2>{dataDisclosureTexts.sent.title}</h2>
        <p>{[dataDisclosureTexts.sent.text, storedText].join(' ').trimEnd()}</p>
        <h2>{dataDisclosureTexts.received}</h2>
        <p>{`${describeWhatWeGet(form)} ${dataDisclosureTexts.stored}`}</p>
        <p>
          {erasureText ?? (
            <>
              {dataDisclosureTexts.erase.before}
              <Link to="/careers">{dataDisclosureTexts.erase.link}</Link>
              {dataDisclosureTexts.erase.after}
            </>
          )}
        </p>
        {isOpen && <ForgetMeOnDemand />}
      </div>
    </details>
  );
}
