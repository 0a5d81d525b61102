import { CircleAlert } from 'lucide-react';
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
          <CircleAlert aria-hidden="true" className={styles.icon} />
          {message}
        </p>
      )}
    </div>
  );
}
