import { type Dispatch, useEffect, useRef } from 'react';
import { reload } from '../boot/reload.ts';
import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import {
  delivery,
  queued,
  reloadToSend as words,
} from '../content/delivery.ts';
import type { FormDefinition } from '../form-definitions/form-definition.ts';
import { useShown } from '../outbox/shown.ts';
import { useOutbox, useStatus } from '../outbox/use-outbox.ts';
import type { FormAction, Original } from './form-state.ts';
import styles from './thank-you.module.css';

/** So long may sending take before we speak of waiting. */
const sendingDelay = 1000;

/** Thanks, and says truly how far the submission has come. */
export function ThankYou({
  form,
  original,
  dispatch,
}: {
  form: FormDefinition;
  original: Original;
  dispatch: Dispatch<FormAction>;
}) {
  const status = useStatus(original.id, original.status, original.at);
  useShown(original.id);
  const { sending = 'open page' } = useOutbox() ?? {};
  const isSlow = useElapsed(navigator.onLine ? sendingDelay : announcedAfter);
  const canAnnounce = useElapsed(announcedAfter);
  const thanks = useRef<HTMLParagraphElement>(null);
  const line =
    status !== 'queued' ? (
      delivery[status]
    ) : sending === 'reload' ? (
      <ReloadToSend />
    ) : (
      queued[sending]
    );

  useEffect(() => thanks.current?.focus(), []);
  useEffect(() => {
    if (status !== 'refused') return;
    dispatch({ type: 'refuse', message: form.failure });
  }, [status, form, dispatch]);

  return (
    <div className={styles.thanks}>
      <div className={styles.mark}>
        <Logo />
      </div>
      <p ref={thanks} role="status" tabIndex={-1} className={styles.text}>
        {form.thanks}
      </p>
      <p aria-live="polite" className={styles.line} data-status={status}>
        {canAnnounce && (status !== 'queued' || isSlow) ? line : ''}
      </p>
      {form.next && <Link to={form.next.to}>{form.next.label}</Link>}
    </div>
  );
}

function ReloadToSend() {
  return (
    <span>
      <span>{words.saved} </span>
      <a href={location.href} onClick={reload}>
        {words.link}
      </a>
      <span> {words.one}</span>
    </span>
  );
}
