import type { ReactNode } from 'react';
import styles from './page-body.module.css';

/** The sheet of a reading page. */
export function PageBody({
  short = false,
  children,
}: {
  /** What follows brings its own air. */
  short?: boolean;
  children: ReactNode;
}) {
  const look = short ? `${styles.body} ${styles.short}` : styles.body;
  return <div className={look}>{children}</div>;
}
