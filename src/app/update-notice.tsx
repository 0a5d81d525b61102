import { useSyncExternalStore } from 'react';
import { SmallButton } from '../components/button.tsx';
import { notices as words } from '../content/notices.ts';
import styles from './notices.module.css';
import { applyUpdate, onUpdate, updateState } from './update.ts';

export function UpdateNotice() {
  const state = useSyncExternalStore(onUpdate, updateState);
  return (
    <div aria-live="polite" className={styles.notice}>
      {state !== 'none' && (
        <>
          <p>{state === 'ready' ? words.update : words.updating}</p>
          <SmallButton onClick={applyUpdate}>{words.reload}</SmallButton>
        </>
      )}
    </div>
  );
}
