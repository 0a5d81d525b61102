import styles from './left-out.module.css';

/** Words sewn over, each with what stands in its place. */
export function LeftOut({
  items,
}: {
  items: readonly { word: string; text: string }[];
}) {
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
