import { type ReactNode, useEffect, useRef } from 'react';
import { reload } from '../boot/reload.ts';
import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { announceDelay, useHasElapsed } from '../components/use-has-elapsed.ts';
import { useIsPrinting } from '../components/use-is-printing.ts';
import { delivery, queuedTexts, reloadTexts } from '../content/delivery.ts';
import { useDeliveryMode } from '../submissions/delivery-mode.ts';
import { useMarkAsShown } from '../submissions/shown.ts';
import { useStatus } from '../submissions/use-outbox.ts';
import type { AcceptedMessage, FormParts } from './form-state.ts';
import styles from './thank-you.module.css';

/** Milliseconds until "Saved on this device" shows. Most submissions are sent sooner. */
const showDelay = 1000;

interface Props {
  parts: FormParts;
  accepted: AcceptedMessage;
  /** Replaces the logo. */
  mark?: ReactNode;
}

export function ThankYou({ parts, accepted, mark }: Props) {
  const { form, dispatch, shownForm } = parts;
  const { id, values, submittedAt } = accepted;
  const status = useStatus(id, accepted.status, submittedAt);
  useMarkAsShown(id);
  const mode = useDeliveryMode();
  const isSlow = useHasElapsed(showDelay);
  const canAnnounce = useHasElapsed(announceDelay);
  const isPrinting = useIsPrinting();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const queuedText = mode === 'reload' ? <ReloadToSend /> : queuedTexts[mode];
  // Another text might follow while Background Sync registers, after 'open page'.
  const isQueuedTextFinal = !navigator.onLine && mode !== 'open page';
  // Paper shows the status that the screen does not show yet.
  const isQueuedShown = isSlow || isQueuedTextFinal || isPrinting;
  const isStatusShown = status !== 'queued' || isQueuedShown;
  // Screen readers announce a text only if it appears after the thank-you.
  const canShow = canAnnounce || isPrinting;
  const statusText = status === 'queued' ? queuedText : delivery[status];
  const text = canShow && isStatusShown ? statusText : '';
  // A picture must not be ahead of the text.
  const message = text ? status : 'none';

  useEffect(() => paragraph.current?.focus(), []);
  useEffect(
    () => shownForm.set({ values, message }),
    [values, message, shownForm],
  );
  useEffect(() => {
    if (status !== 'refused') return;
    dispatch({ type: 'refuse', message: form.failure });
  }, [status, form, dispatch]);

  return (
    <div className={styles.thanks}>
      <div className={styles.mark}>{mark ?? <Logo />}</div>
      {/* Not live, because screen readers read the paragraph when it gets the focus. */}
      <p
        ref={paragraph}
        role="status"
        aria-live="off"
        tabIndex={-1}
        className={styles.text}
      >
        {form.thanks}
      </p>
      <p
        aria-live="polite"
        className={styles.line}
        data-status={status}
        data-printed
      >
        {text}
      </p>
      {form.next && <Link to={form.next.to}>{form.next.label}</Link>}
    </div>
  );
}

function ReloadToSend() {
  return (
    <span>
      <span>{reloadTexts.saved} </span>
      <a href={location.href} onClick={reload}>
        {reloadTexts.link}
      </a>
      <span> {reloadTexts.one}</span>
    </span>
  );
}
