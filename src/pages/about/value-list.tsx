import type { ReactNode } from 'react';
import type { Value } from '../../content/about.ts';
import styles from './value-list.module.css';

/** A head that stays in view beside the numbered values. */
export function ValueList({
  head,
  values,
}: {
  head: ReactNode;
  values: readonly Value[];
}) {
  return (
    <div className={styles.spread}>
      <div className={styles.head}>{head}</div>
      <ol className={styles.list}>
        {values.map(({ id, title, description }) => (
          <li key={id} id={id} className={styles.value}>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{description}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
