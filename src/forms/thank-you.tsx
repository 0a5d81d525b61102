import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Logo } from '../components/logo.tsx';
import { delivery } from '../content/delivery.ts';
import type { Status } from '../outbox/submission.ts';
import styles from './thank-you.module.css';
import { useSubmission } from './use-submission.ts';

const lines: Record<Status, string> = delivery;
/** So long may sending take before we speak of waiting. */
const patience = 1000;
/**
 * The line is empty at first: screen readers announce changes only in an element
 * they have seen before.
 */
const announcedAfter = 100;

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

/** Whether this time has passed since the first render. */
function useElapsed(time: number): boolean {
  const [first] = useState(time);
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setElapsed, first, true);
    return () => clearTimeout(timer);
  }, [first]);
  return hasElapsed;
}
