import styles from './reason-list.module.css';

/** Reasons in loose columns, with air instead of boxes. */
export function ReasonList({
  reasons,
}: {
  reasons: readonly { title: string; text: string }[];
}) {
  return (
    <dl className={styles.list}>
      {reasons.map(({ title, text }) => (
        <div key={title} className={styles.reason}>
          <dt className={styles.title}>{title}</dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
