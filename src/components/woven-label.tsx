import type { ReactNode } from 'react';
import styles from './woven-label.module.css';

interface Props {
  title: string;
  names: readonly string[];
  /** The values, in the order of `names`. Space is reserved for missing values. */
  values?: readonly string[] | undefined;
  children?: ReactNode;
}

/** A table of a few facts that looks like a garment's care label. */
export function WovenLabel({ title, names, values = [], children }: Props) {
  return (
    <div className={styles.label}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.rows}>
        {names.map((name, index) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{values[index]}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.action}>{children}</div>
    </div>
  );
}
