import { useEffect, useRef, useState } from 'react';
import { Link } from '../components/link.tsx';
import { whatHappens as words } from '../content/what-happens.ts';
import type { WhatHappens as Props } from '../form-definitions/form-definition.ts';
import { ForgetMe } from './forget-me.tsx';
import styles from './what-happens.module.css';

/** Tells, where one wants to know, what becomes of the form's contents. */
export function WhatHappens({ gets, keeps = '', erase }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const look = () => setIsOpen(details.current?.open ?? false);
  // It may have been opened before there was any script.
  useEffect(look, []);
  return (
    <details ref={details} className={styles.what} onToggle={look}>
      <summary className={styles.title}>{words.title}</summary>
      <div className={styles.answer}>
        <h2>{words.typing.title}</h2>
        <p>{words.typing.text}</p>
        <h2>{words.sent.title}</h2>
        <p>{`${words.sent.text}${keeps && ` ${keeps}`}`}</p>
        <h2>{words.received}</h2>
        <p>{`${gets} ${words.stored}`}</p>
        <p>
          {erase ?? (
            <>
              {words.erase.before}
              <Link to="/careers">{words.erase.link}</Link>
              {words.erase.after}
            </>
          )}
        </p>
        {isOpen && <ForgetMe />}
      </div>
    </details>
  );
}
