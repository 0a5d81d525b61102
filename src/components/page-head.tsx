import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** The opening of a reading page: its name, and what it says in a sentence. */
export function PageHead({
  heading,
  lead,
  children,
}: {
  heading: string;
  lead: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <h1>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </div>
  );
}
