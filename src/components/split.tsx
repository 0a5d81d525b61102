import type { ReactNode } from 'react';
import styles from './split.module.css';

type Props = { aside: ReactNode; flip?: boolean; children: ReactNode };

/** Text beside a picture. `flip` puts the picture on the left. */
export function Split({ aside, flip, children }: Props) {
  return (
    <div className={flip ? `${styles.split} ${styles.flip}` : styles.split}>
      <div className={styles.text}>{children}</div>
      <div className={styles.aside}>{aside}</div>
    </div>
  );
}
