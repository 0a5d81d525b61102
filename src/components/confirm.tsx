import { useEffect, useRef } from 'react';
import { SmallButton } from './button.tsx';
import styles from './confirm.module.css';

/**
 * Asks, in the place of the button that led here. The focus, so that it is
 * announced, goes to the choice that loses nothing.
 */
export function Confirm({
  id,
  about,
  text,
  yes,
  keep,
  onYes,
  onKeep,
}: {
  id: string;
  /** The id of what it is about. */
  about?: string;
  text: string;
  yes: string;
  keep: string;
  onYes: () => unknown;
  onKeep: () => unknown;
}) {
  const isAgreed = useRef(false);
  /** From then on there is nothing to keep. */
  async function agree() {
    isAgreed.current = true;
    try {
      await onYes();
    } finally {
      isAgreed.current = false;
    }
  }
  return (
    <>
      <p id={id} className={styles.confirm}>
        {text}
      </p>
      <Action about={about} act={agree}>
        {yes}
      </Action>
      <Action
        about={about ? `${id} ${about}` : id}
        act={() => isAgreed.current || onKeep()}
        focused
      >
        {keep}
      </Action>
    </>
  );
}

/** A button that ignores presses as long as what it has begun goes on. */
export function Action({
  about,
  act,
  focused = false,
  children,
}: {
  about?: string | undefined;
  act: () => unknown;
  /** Whether it has the focus when it appears. */
  focused?: boolean;
  children: string;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const busy = useRef(false);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  async function press() {
    if (busy.current) return;
    busy.current = true;
    try {
      await act();
    } finally {
      busy.current = false;
    }
  }
  return (
    <SmallButton ref={button} aria-describedby={about} onClick={press}>
      {children}
    </SmallButton>
  );
}
