import styles from './reason-list.module.css';

/** Reasons in loose columns, with air instead of boxes. */
export function ReasonList({
  reasons,
  large = false,
}: {
  reasons: Readonly<Record<string, string>>;
  /** A row for each, its title as large as a heading. */
  large?: boolean;
}) {
  return (
    <dl className={large ? styles.large : styles.list}>
      {Object.entries(reasons).map(([title, text]) => (
        <div key={title} className={styles.reason}>
          <dt className={styles.title}>{title}</dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
