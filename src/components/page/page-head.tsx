import type { ReactNode } from 'react';
import { markName } from '../mark-name.tsx';
import bodies from './page-body.module.css';
import styles from './page-head.module.css';

/** The opening of a reading page: its name, and what it says in a sentence. */
export function PageHead({
  heading,
  lead,
  wide = false,
  children,
}: {
  heading: string;
  lead: string;
  /** Where there is room, the sentence stands beside the name. */
  wide?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={wide ? `${styles.head} ${styles.wide}` : styles.head}>
      <h1>{heading}</h1>
      <p className={styles.lead}>{markName(lead)}</p>
      {children}
    </div>
  );
}

/** The sheet of a reading page. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={bodies.body}>{children}</div>;
}
