import type { ReactNode } from 'react';
import styles from './split.module.css';

interface Props {
  aside: ReactNode;
  /** Whether the picture is on the left. */
  flip?: boolean;
  children: ReactNode;
}

/** Text beside a picture. */
export function Split({ aside, flip, children }: Props) {
  return (
    <div className={flip ? `${styles.split} ${styles.flip}` : styles.split}>
      <div className={styles.text}>{children}</div>
      <div className={styles.aside}>{aside}</div>
    </div>
  );
}
