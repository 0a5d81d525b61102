import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';

export function Button({
  children,
  busy = false,
}: {
  children: ReactNode;
  busy?: boolean;
}) {
  return (
    <button type="submit" className={styles.button} aria-disabled={busy}>
      {children}
    </button>
  );
}

export function ButtonLink({
  to,
  quiet = false,
  children,
}: {
  to: string;
  quiet?: boolean;
  children: ReactNode;
}) {
  const look = quiet ? styles.quiet : styles.button;
  return (
    <Link to={to} className={look}>
      {children}
    </Link>
  );
}
