import { type ReactNode, useEffect, useRef } from 'react';
import { reload } from '../boot/show-failure.ts';
import { Link } from '../components/link.tsx';
import { announceDelay, useHasElapsed } from '../components/use-has-elapsed.ts';
import { useIsPrinting } from '../components/use-is-printing.ts';
import { queuedTexts, reloadTexts, statusTexts } from '../content/delivery.ts';
import {
  type DeliveryMode,
  useDeliveryMode,
} from '../submissions/delivery-mode.ts';
import type { Status } from '../submissions/outbox.ts';
import { useMarkAsShown } from '../submissions/shown-submissions.ts';
import { useStatus } from '../submissions/use-outbox.ts';
import type { AcceptedSubmission, FormParts } from './form-state.ts';
import styles from './thank-you.module.css';

/** Milliseconds until "Saved on this device" shows. Most submissions are sent sooner. */
const showDelay = 1000;

interface Props {
  parts: FormParts;
  accepted: AcceptedSubmission;
}

export function ThankYou({ parts, accepted }: Props) {
  const { form, dispatch, shownForm } = parts;
  const { id, values, submitMoment } = accepted;
  const status = useStatus(id, accepted.status, submitMoment);
  useMarkAsShown(id);
  const text = describeLine(useLine(status));
  // A picture must not be ahead of the text.
  const statement = text ? status : 'none';
  const paragraph = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // The label above the text must be in view, too, if the window is tall enough.
    scrollTo(0, 0);
    paragraph.current?.focus();
  }, []);
  useEffect(
    () => shownForm.set({ view: 'thanks', values, statement }),
    [values, statement, shownForm],
  );
  useEffect(() => {
    if (status !== 'refused') return;
    dispatch({ type: 'refuse', message: form.failure });
  }, [status, form, dispatch]);

  return (
    <div className={styles.thanks} data-statement={statement}>
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

/** What the line under the thank-you says, 'nothing' at first. */
type Line = 'nothing' | Exclude<Status, 'queued'> | DeliveryMode;

function useLine(status: Status): Line {
  const mode = useDeliveryMode();
  const canAnnounce = useHasElapsed(announceDelay);
  const isSlow = useHasElapsed(showDelay);
  const isPrinting = useIsPrinting();

  // Screen readers announce a text only if it appears after the thank-you.
  if (!canAnnounce && !isPrinting) return 'nothing';
  if (status !== 'queued') return status;

  // Another text might follow while Background Sync registers, after 'open page'.
  const isFinal = !navigator.onLine && mode !== 'open page';
  // Paper shows the status that the screen does not show yet.
  return isSlow || isFinal || isPrinting ? mode : 'nothing';
}

function describeLine(line: Line): ReactNode {
  switch (line) {
    case 'nothing':
      return '';
    case 'refused':
      // The form is about to come back with an error.
      return '';
    case 'sent':
    case 'gone':
      return statusTexts[line];
    case 'reload':
      return <ReloadToSend />;
    case 'online':
    case 'offline':
    case 'open page':
      return queuedTexts[line];
    default:
      return line satisfies never;
  }
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
