import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Link } from './link.tsx';

export function Button({
  children,
  busy,
}: {
  children: ReactNode;
  busy: boolean;
}) {
  return (
    <button type="submit" className={styles.button} aria-disabled={busy}>
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
