import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { SmallButton } from './button.tsx';
import styles from './confirmation.module.css';

interface Props {
  /** The question. */
  text: string;
  yesLabel: string;
  noLabel: string;
  onYes: () => unknown;
  onNo: () => unknown;
}

/**
 * Asks for confirmation in place of the button that was clicked. The button that
 * keeps the data gets the focus, so that screen readers announce the question.
 */
export function Confirmation({ text, yesLabel, noLabel, onYes, onNo }: Props) {
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

  function handleClose() {
    // Once the deletion runs, it is too late to keep the data.
    return isConfirmed.current ? undefined : onNo();
  }

  /** Without this handler, Escape would close the dialog that contains the question. */
  function handleEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    handleClose();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons get the key events
    <div className={styles.confirm} onKeyDown={handleEscape}>
      <p id={id} className={styles.question}>
        {text}
      </p>
      <ActionButton act={confirm}>{yesLabel}</ActionButton>
      <ActionButton aria-describedby={id} act={handleClose} autofocus>
        {noLabel}
      </ActionButton>
    </div>
  );
}

interface ActionProps {
  'aria-describedby'?: string;
  act: () => unknown;
  /** Whether the button gets the focus when it appears. */
  autofocus?: boolean;
  children: string;
}

/** A button that ignores clicks while its action runs. */
export function ActionButton({ act, autofocus, ...rest }: ActionProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = useRef(false);

  useEffect(() => {
    if (autofocus) button.current?.focus();
  }, [autofocus]);

  async function handleClick() {
    if (isBusy.current) return;

    isBusy.current = true;
    try {
      await act();
    } finally {
      isBusy.current = false;
    }
  }

  return <SmallButton {...rest} ref={button} onClick={handleClick} />;
}
