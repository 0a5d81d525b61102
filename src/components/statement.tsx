import styles from './statement.module.css';

interface Props {
  /** The id of the heading. */
  id: string;
  heading: string;
  text: string;
}

/** A small heading above one sentence in large type. */
export function Statement({ id, heading, text }: Props) {
  return (
    <div className={styles.words}>
      <h2 id={id} className={styles.label}>
        {heading}
      </h2>
      <p className={styles.statement}>{text}</p>
    </div>
  );
}
