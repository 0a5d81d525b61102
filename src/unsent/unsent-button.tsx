import { useEffect, useState } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { focusHeading, keepFocus } from '../components/focus-heading.ts';
import { getUnsentLabel } from '../content/unsent.ts';
import { useUnsent } from '../submissions/use-outbox.ts';
import styles from './unsent.module.css';
import { UnsentDialog } from './unsent-dialog.tsx';

export function UnsentButton() {
  const messages = useUnsent();
  const unsent = messages ?? [];
  /** 0 if closed. Each opening has a new key, so that React mounts a crashed dialog again. */
  const [dialogKey, setDialogKey] = useState(0);
  const refusedCount = unsent.filter(({ state }) => state === 'refused').length;
  useBadge(messages?.length);

  function close() {
    setDialogKey(0);
    // The focus cannot return to a button that was unmounted meanwhile.
    if (!document.activeElement?.matches(`.${styles.pill}`)) focusHeading();
  }

  return (
    <>
      {unsent.length > 0 && (
        <button
          ref={keepFocus}
          type="button"
          className={styles.pill}
          aria-haspopup="dialog"
          data-refused={refusedCount > 0 || undefined}
          onClick={() => setDialogKey((key) => key + 1)}
        >
          {getUnsentLabel(unsent.length - refusedCount, refusedCount)}
        </button>
      )}
      {dialogKey > 0 && (
        <ErrorBoundary key={dialogKey}>
          <UnsentDialog unsent={unsent} onClose={close} />
        </ErrorBoundary>
      )}
    </>
  );
}

function useBadge(count: number | undefined): void {
  useEffect(() => {
    if (count === undefined) return;
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
}
