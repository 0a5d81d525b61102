import type { ReactNode } from 'react';
import styles from './split.module.css';

/** Text beside a drawing, or whatever takes its place; `flip` swaps them. */
export function Split({
  aside,
  flip = false,
  children,
}: {
  aside: ReactNode;
  flip?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={flip ? `${styles.split} ${styles.flip}` : styles.split}>
      <div className={styles.text}>{children}</div>
      <div className={styles.aside}>{aside}</div>
    </div>
  );
}
