import styles from './statement.module.css';

/** One sentence, said larger than the heading it stands under. */
export function Statement({
  id,
  heading,
  text,
}: {
  id: string;
  heading: string;
  text: string;
}) {
  return (
    <div className={styles.words}>
      <h2 id={id} className={styles.label}>
        {heading}
      </h2>
      <p className={styles.statement}>{text}</p>
    </div>
  );
}
