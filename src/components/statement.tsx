import styles from './statement.module.css';

/** One sentence, said large. */
export function Statement({ text }: { text: string }) {
  return <p className={styles.statement}>{text}</p>;
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
