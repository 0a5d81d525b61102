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

/** A page that opens with a sentence larger than its name. */
export function StatementHead({
  heading,
  statement,
  text,
}: {
  heading: string;
  statement: string;
  text: string;
}) {
  return (
    <div className={styles.head}>
      <h1 className={styles.heading}>{heading}</h1>
      <p className={styles.opening}>{statement}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
