import { useEffect, useState } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { unsentButtonText } from '../content/unsent.ts';
import { useUnsent } from '../outbox/use-outbox.ts';
import styles from './unsent.module.css';
import { UnsentDialog } from './unsent-dialog.tsx';

/** The pill that tells of unsent messages, and the sheet that it opens. */
export function UnsentButton() {
  const known = useUnsent();
  const unsent = known ?? [];
  /** Counts, so that a sheet that has crashed is opened anew. */
  const [opened, setOpened] = useState(0);
  const refused = unsent.filter(({ state }) => state === 'refused').length;
  useBadge(known?.length);
  function close() {
    setOpened(0);
    // The focus cannot return to a pill that was removed or rendered again.
    if (!document.activeElement?.matches(`.${styles.pill}`)) focusHeading();
  }
  return (
    <>
      {unsent.length > 0 && (
        <button
          ref={passFocusOn}
          type="button"
          className={styles.pill}
          aria-haspopup="dialog"
          data-refused={refused > 0 || undefined}
          onClick={() => setOpened((count) => count + 1)}
        >
          {unsentButtonText(unsent.length - refused, refused)}
        </button>
      )}
      {opened > 0 && (
        <ErrorBoundary key={opened}>
          <UnsentDialog unsent={unsent} onClose={close} />
        </ErrorBoundary>
      )}
    </>
  );
}

/** As its last message is sent the pill goes, and must not take the focus along. */
function passFocusOn(pill: HTMLElement | null) {
  return () => {
    if (document.activeElement === pill) focusHeading();
  };
}

/** The installed app's icon shows how many wait, where browsers have that. */
function useBadge(count: number | undefined): void {
  useEffect(() => {
    if (count === undefined) return;
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
}
