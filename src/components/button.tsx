import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Link } from './link.tsx';

export function Button({
  children,
  busy,
  describedBy,
}: {
  children: ReactNode;
  busy: boolean;
  /** The id of what the visitor agrees to by pressing. */
  describedBy?: string | undefined;
}) {
  return (
    <button
      type="submit"
      className={styles.button}
      aria-disabled={busy}
      aria-describedby={describedBy}
    >
      {children}
    </button>
  );
}

/** A small one, for an action beside the page's own. */
export function SmallButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={styles.small} />;
}

export interface LinkData {
  to: string;
  label: string;
}

export function ButtonLink({
  to,
  label,
  quiet = false,
}: LinkData & { quiet?: boolean }) {
  return (
    <Link to={to} className={quiet ? styles.quiet : styles.button}>
      {label}
    </Link>
  );
}
