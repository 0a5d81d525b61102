import type { mission } from '../../content/mission.ts';
import styles from './left-out.module.css';

/** Words sewn over, each with what stands in its place. */
export function LeftOut({ items }: Pick<typeof mission.without, 'items'>) {
  return (
    <dl className={styles.list}>
      {items.map(({ word, text }) => (
        <div key={word} className={styles.item}>
          <dt className={styles.word}>
            <span className={styles.seam}>{word}</span>
          </dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
