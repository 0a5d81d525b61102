import { useEffect, useRef, useState } from 'react';
import { Link } from '../components/link.tsx';
import { dataDisclosureTexts as texts } from '../content/data-disclosure.ts';
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
      <summary className={styles.title}>{texts.title}</summary>
      <div className={styles.answer}>
        <h2>{texts.typing.title}</h2>
        <p>{texts.typing.text}</p>
        <h2>{texts.sent.title}</h2>
        <p>{[texts.sent.text, storedText].join(' ').trimEnd()}</p>
        <h2>{texts.received}</h2>
        <p>{`${describeWhatWeGet(form)} ${texts.stored}`}</p>
        <p>
          {erasureText ?? (
            <>
              {texts.erase.before}
              <Link to="/careers">{texts.erase.link}</Link>
              {texts.erase.after}
            </>
          )}
        </p>
        {isOpen && <ForgetMeOnDemand />}
      </div>
    </details>
  );
}
