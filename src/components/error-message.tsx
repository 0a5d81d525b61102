import styles from './error-message.module.css';

/** Announced when its message appears; the region itself is always there. */
export function ErrorMessage({
  id,
  message,
}: {
  id: string;
  message: string | undefined;
}) {
  return (
    <div className={styles.place}>
      {message && (
        <p id={id} role="alert" className={styles.message}>
          <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 7v6m0 4v0M2 12a1 1 0 0 0 20 0a1 1 0 0 0-20 0" />
          </svg>
          {message}
        </p>
      )}
    </div>
  );
}
