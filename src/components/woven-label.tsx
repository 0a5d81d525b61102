import type { ReactNode } from 'react';
import styles from './woven-label.module.css';

/** A garment's care label: what something is made of, in a few short rows. */
export function WovenLabel({
  title,
  names,
  values = [],
  children,
}: {
  title: string;
  names: readonly string[];
  /** One for each name; a missing value keeps its space. */
  values?: readonly string[] | undefined;
  /** The last cell, which keeps its space, too. */
  children?: ReactNode;
}) {
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
