import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { reload } from '../boot/show-failure.ts';
import { SmallButton } from '../components/button.tsx';
import { reloadTexts } from '../content/delivery.ts';
import { unsentTexts as texts } from '../content/unsent.ts';
import { ForgetMeOnDemand } from '../forms/forget-me-on-demand.tsx';
import { useDeliveryMode } from '../submissions/delivery-mode.ts';
import type { Submission } from '../submissions/outbox.ts';
import styles from './unsent.module.css';
import { UnsentItem } from './unsent-item.tsx';
import { useActions } from './use-actions.ts';

/** Entries per render, because a render of a thousand entries would take seconds. */
const batchSize = 20;

type Props = { unsent: readonly Submission[]; onClose: () => void };

export function UnsentDialog({ unsent, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownMessages = unsent.slice(0, useRenderedCount(unsent.length));
  const deliveryMode = useDeliveryMode();
  const isQueued = unsent.some(({ state }) => state === 'queued');
  const focusHeading = () => heading.current?.focus();
  const actions = useActions(unsent, dialog, close, focusHeading);
  const { act, copyAll, announcement } = actions;
  const { key } = useLocation();
  const [initialKey] = useState(key);
  const type = useNavigationType();

  useEffect(() => dialog.current?.showModal(), []);
  // On Back and Forward, close before the new page gets the focus.
  useLayoutEffect(() => {
    if (type === 'POP' && key !== initialKey) close();
  });

  // Focuses the heading when the focused button of a sent entry is unmounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `unsent` changes
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
    // The focused element may now be under the sticky header.
    else document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [unsent]);

  function close() {
    dialog.current?.close();
    // The `close` event may get lost if the route changes at the same time.
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="unsent-title"
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2
          ref={heading}
          id="unsent-title"
          tabIndex={-1}
          className={styles.title}
        >
          {texts.title}
        </h2>
        <form method="dialog">
          <SmallButton type="submit">{texts.close}</SmallButton>
        </form>
      </div>
      <p className={styles.lead}>
        {unsent.length > 0 ? texts.lead : texts.empty}
      </p>
      {isQueued && deliveryMode === 'open page' && (
        <p className={styles.lead}>{texts.openPage}</p>
      )}
      {isQueued && deliveryMode === 'reload' && (
        <p className={styles.lead}>
          <a href={location.href} onClick={reload}>
            {reloadTexts.link}
          </a>
          <span> {reloadTexts.several}</span>
        </p>
      )}
      <ul className={styles.entries}>
        {shownMessages.map((submission) => (
          <UnsentItem key={submission.id} submission={submission} act={act} />
        ))}
      </ul>
      <p aria-live="polite" className={styles.announcement}>
        <span>{announcement && `${announcement} `}</span>
        <span data-region />
      </p>
      <div className={styles.foot}>
        {unsent.length > 1 && (
          <SmallButton onClick={copyAll}>{texts.copyAll}</SmallButton>
        )}
        <ForgetMeOnDemand />
      </div>
    </dialog>
  );
}

function useRenderedCount(total: number): number {
  const [count, setCount] = useState(batchSize);

  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(setCount, 0, count + batchSize);
    return () => clearTimeout(timer);
  }, [count, total]);

  return count;
}
