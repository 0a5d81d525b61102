import type { ReactNode } from 'react';
import styles from './page-body.module.css';

/** The sheet of a reading page. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
