import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from '../components/logo.tsx';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { delivery, queued } from '../content/delivery.ts';
import { useOutbox, useStatus } from '../outbox/live.ts';
import type { Status } from '../outbox/submission.ts';
import styles from './thank-you.module.css';

/** So long may sending take before we speak of waiting. */
const sendingDelay = 1000;

/** Thanks, and says truly how far the submission has come. */
export function ThankYou({
  id,
  first,
  at,
  text,
  onRefused,
  children,
}: {
  id: string;
  first: Status;
  /** Since when it had that. */
  at: number | undefined;
  text: string;
  onRefused: () => void;
  children?: ReactNode;
}) {
  const status = useStatus(id, first, at);
  const { sending = 'open page' } = useOutbox() ?? {};
  const isSlow = useElapsed(navigator.onLine ? sendingDelay : announcedAfter);
  const canAnnounce = useElapsed(announcedAfter);
  const thanks = useRef<HTMLParagraphElement>(null);
  const line = status === 'queued' ? queued[sending] : delivery[status];

  useEffect(() => thanks.current?.focus(), []);
  useEffect(() => {
    if (status === 'refused') onRefused();
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
        {canAnnounce && (status !== 'queued' || isSlow) ? line : ''}
      </p>
      {children}
    </div>
  );
}
