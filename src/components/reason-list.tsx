import columns from './reason-list.module.css';

interface Props {
  reasons: Readonly<Record<string, string>>;
  styles?: CSSModuleClasses;
}

/** A description list of titled reasons, in columns unless `styles` is set. */
export function ReasonList({ reasons, styles = columns }: Props) {
  return (
    <dl className={styles.list}>
      {Object.entries(reasons).map(([title, text]) => (
        <div key={title} className={styles.reason}>
          <dt className={styles.title}>{title}</dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
