interface Props {
  reasons: Readonly<Record<string, string>>;
  /** The classes `list`, `reason`, `title` and `text`. */
  styles: CSSModuleClasses;
}

/** A description list of titled reasons. */
export function ReasonList({ reasons, styles }: Props) {
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
