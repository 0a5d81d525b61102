import styles from './statement.module.css';

interface Props {
  /** The id of the heading. */
  id: string;
  heading: string;
  text: string;
  /** Whether the sentence is as wide as the page's content. */
  wide?: boolean;
}

/** A small heading above one sentence in large type. */
export function Statement({ id, heading, text, wide }: Props) {
  return (
    <div className={wide ? `${styles.words} ${styles.wide}` : styles.words}>
      <h2 id={id} className={styles.label}>
        {heading}
      </h2>
      <p className={styles.statement}>{text}</p>
    </div>
  );
}
