import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

type ButtonProps = ComponentProps<'button'> & { busy: boolean };

export function Button({ busy, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="submit"
      className={styles.button}
      aria-disabled={busy}
    />
  );
}

export function SmallButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={styles.small} />;
}

/** A button with a cross, whose `aria-label` says what it closes. */
export function CloseButton(props: ComponentProps<'button'>) {
  return (
    <button type="button" {...props} className={styles.close}>
      <Icon d="M6 6l12 12M18 6L6 18" size={20} />
    </button>
  );
}

export interface LinkData {
  to: string;
  label: string;
  /** Whether the button only has an outline. */
  outlined?: boolean;
}

export function ButtonLink({ to, label, outlined }: LinkData) {
  return (
    <Link to={to} className={outlined ? styles.outlined : styles.button}>
      {label}
    </Link>
  );
}
