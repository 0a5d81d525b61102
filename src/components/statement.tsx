import styles from './statement.module.css';

/** A small heading above one sentence in large type. */
export function Statement({
  id,
  heading,
  text,
}: Record<'id' | 'heading' | 'text', string>) {
  return (
    <div className={styles.words}>
      <h2 id={id} className={styles.label}>
        {heading}
      </h2>
      <p className={styles.statement}>{text}</p>
    </div>
  );
}
