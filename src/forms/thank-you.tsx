import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from '../components/logo.tsx';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { delivery } from '../content/delivery.ts';
import type { Status } from '../outbox/submission.ts';
import styles from './thank-you.module.css';
import { useSubmission } from './use-submission.ts';

const lines: Record<Status, string> = delivery;
/** So long may sending take before we speak of waiting. */
const patience = 1000;
/** Thanks, and says truly how far the submission has come. */
export function ThankYou({
  id,
  first,
  text,
  onRefused,
  children,
}: {
  id: string;
  first: Status;
  text: string;
  onRefused: () => void;
  children?: ReactNode;
}) {
  const status = useSubmission(id, first);
  const isSlow = useElapsed(navigator.onLine ? patience : announcedAfter);
  const canAnnounce = useElapsed(announcedAfter);
  const thanks = useRef<HTMLParagraphElement>(null);

  useEffect(() => thanks.current?.focus(), []);
  useEffect(() => {
    if (status === 'failed') onRefused();
  }, [status, onRefused]);

  return (
    <div className={styles.thanks}>
      <div className={styles.mark}>
        <Logo />
      </div>
      <p ref={thanks} role="status" tabIndex={-1} className={styles.text}>
        {text}
      </p>
      <p aria-live="polite" className={styles.line} data-status={status}>
        {canAnnounce && (status !== 'queued' || isSlow) ? lines[status] : ''}
      </p>
      {children}
    </div>
  );
}
