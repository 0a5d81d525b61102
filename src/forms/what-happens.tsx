import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { whatHappens as words } from '../content/what-happens.ts';
import { ForgetMe } from './forget-me.tsx';
import styles from './what-happens.module.css';

/** Tells, where one wants to know, what becomes of the form's contents. */
export function WhatHappens({
  gets,
  keeps = '',
  erase,
}: {
  /** What arrives, and what for. */
  gets: string;
  /** What else stays on the device. */
  keeps?: string;
  /** Where the form itself is the way to have things erased. */
  erase?: string;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const look = () => setIsOpen(details.current?.open ?? false);
  // It may have been opened before there was any script.
  useEffect(look, []);
  return (
    <details ref={details} className={styles.what} onToggle={look}>
      <summary className={styles.title}>{words.title}</summary>
      <div className={styles.answer}>
        <p>
          {words.here} {keeps}
        </p>
        <p>
          {gets} {words.stored}
        </p>
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
