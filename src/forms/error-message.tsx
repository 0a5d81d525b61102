import { useEffect, useRef } from 'react';
import { Icon } from '../components/icon.tsx';
import styles from './error-message.module.css';

/** Announced when it appears; in view where a refusal brings the form back. */
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
          <Icon d="M12 7v6m0 4v0M2 12a1 1 0 0 0 20 0a1 1 0 0 0-20 0" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
