import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { reload } from '../boot/reload.ts';
import { SmallButton } from '../components/button.tsx';
import { reloadToSend } from '../content/delivery.ts';
import { unsent as words } from '../content/unsent.ts';
import { ForgetMe } from '../forms/forget-me.tsx';
import type { Submission } from '../outbox/submission.ts';
import { useOutbox } from '../outbox/use-outbox.ts';
import styles from './unsent.module.css';
import { UnsentItem } from './unsent-item.tsx';
import { useActions } from './use-actions.ts';

/** So many entries are rendered at a time: a thousand would take seconds. */
const atOnce = 20;

/** What is unsent, and what can be done about each; a modal dialog. */
export function UnsentDialog({
  unsent,
  onClose,
}: {
  unsent: readonly Submission[];
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = unsent.slice(0, useGrowing(unsent.length));
  const { sending } = useOutbox() ?? {};
  const waits = unsent.some(({ state }) => state === 'queued');
  const focusHeading = () => heading.current?.focus();
  const { act, copyAll, announcement } = useActions(
    unsent,
    dialog,
    close,
    focusHeading,
  );
  useEffect(() => dialog.current?.showModal(), []);
  const { key } = useLocation();
  const [openedAt] = useState(key);
  const type = useNavigationType();
  // Back and forward close it, before the new page takes the focus.
  useLayoutEffect(() => {
    if (type === 'POP' && key !== openedAt) close();
  });
  // A message that is no longer listed takes the focus with it, or leaves what
  // has the focus under the sticky head.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it changes
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
    else document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [unsent]);

  function close() {
    // Unmounts it too: on the page one is on, its close event can be missed.
    dialog.current?.close();
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
          {words.title}
        </h2>
        <form method="dialog">
          <SmallButton type="submit">{words.close}</SmallButton>
        </form>
      </div>
      <p className={styles.lead}>
        {unsent.length > 0 ? words.lead : words.empty}
      </p>
      {waits && sending === 'open page' && (
        <p className={styles.lead}>{words.openPage}</p>
      )}
      {waits && sending === 'reload' && (
        <p className={styles.lead}>
          <a href={location.href} onClick={reload}>
            {reloadToSend.link}
          </a>
          <span> {reloadToSend.several}</span>
        </p>
      )}
      <ul className={styles.entries}>
        {shown.map((submission) => (
          <UnsentItem key={submission.id} submission={submission} act={act} />
        ))}
      </ul>
      <p aria-live="polite" className={styles.announcement}>
        <span>{announcement && `${announcement} `}</span>
        <span data-region />
      </p>
      <div className={styles.foot}>
        {unsent.length > 1 && (
          <SmallButton onClick={copyAll}>{words.copyAll}</SmallButton>
        )}
        <ForgetMe />
      </div>
    </dialog>
  );
}

/** Returns how many of so many to render; the rest follow by and by. */
function useGrowing(total: number): number {
  const [count, setCount] = useState(atOnce);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(setCount, 0, count + atOnce);
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
