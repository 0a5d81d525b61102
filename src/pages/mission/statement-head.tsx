import type { mission } from '../../content/mission.ts';
import styles from './statement-head.module.css';

/** A page that opens with a sentence larger than its name. */
export function StatementHead({
  heading,
  statement,
  text,
}: Pick<typeof mission, 'heading' | 'statement' | 'text'>) {
  return (
    <div className={styles.head}>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.statement}>{statement}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
