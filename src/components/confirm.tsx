import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { SmallButton } from './button.tsx';
import styles from './confirm.module.css';

type ConfirmProps = Record<'text' | 'yes' | 'keep', string> &
  Record<'onYes' | 'onKeep', () => unknown>;

/**
 * Asks for confirmation in place of the button that was clicked. The button that
 * keeps the data gets the focus, so that screen readers announce the question.
 */
export function Confirm({ text, yes, keep, onYes, onKeep }: ConfirmProps) {
  const id = useId();
  const isConfirmed = useRef(false);
  async function confirm() {
    isConfirmed.current = true;
    try {
      await onYes();
    } finally {
      isConfirmed.current = false;
    }
  }
  // Once the deletion runs, it is too late to keep the data.
  const decline = () => isConfirmed.current || onKeep();
  /** Without this handler, Escape would close the dialog that contains the question. */
  function handleEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    decline();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons get the key events
    <div className={styles.confirm} onKeyDown={handleEscape}>
      <p id={id} className={styles.question}>
        {text}
      </p>
      <Action act={confirm}>{yes}</Action>
      <Action about={id} act={decline} focused>
        {keep}
      </Action>
    </div>
  );
}

interface ActionProps {
  /** The id of the element that describes the button. */
  about?: string;
  act: () => unknown;
  /** Whether the button gets the focus when it appears. */
  focused?: boolean;
  children: string;
}

/** A button that ignores clicks while its action runs. */
export function Action({ about, act, focused, children }: ActionProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = useRef(false);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  async function handleClick() {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await act();
    } finally {
      isBusy.current = false;
    }
  }
  return (
    <SmallButton ref={button} aria-describedby={about} onClick={handleClick}>
      {children}
    </SmallButton>
  );
}
