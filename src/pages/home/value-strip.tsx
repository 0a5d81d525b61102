import { MarginThread } from './thread.tsx';
import styles from './value-strip.module.css';

/** What pear is for, as one length of ribbon. */
export function ValueStrip({ values }: { values: readonly string[] }) {
  return (
    <div className={styles.strip}>
      <ul className={styles.values}>
        {values.map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
      <MarginThread />
    </div>
  );
}
