import { useEffect, useRef } from 'react';
import styles from './error-message.module.css';

/** Announced when it appears, and brought into view. */
export function ErrorMessage({
  id,
  message,
}: {
  id: string;
  message: string | undefined;
}) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className={styles.place}>
      {message && (
        <p ref={element} id={id} role="alert" className={styles.message}>
          <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 7v6m0 4v0M2 12a1 1 0 0 0 20 0a1 1 0 0 0-20 0" />
          </svg>
          {message}
        </p>
      )}
    </div>
  );
}
