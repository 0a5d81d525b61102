import type { brands } from '../../content/brands.ts';
import styles from './signal-list.module.css';

/** What a brand learns, each on a shorter thread than the one before. */
export function SignalList({ signals }: Pick<typeof brands.bsp, 'signals'>) {
  return (
    <dl className={styles.list}>
      {signals.map(({ name, text }) => (
        <div key={name} className={styles.signal}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
