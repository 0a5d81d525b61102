import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Link } from './link.tsx';

export function Button({
  busy,
  ...rest
}: ComponentProps<'button'> & { busy: boolean }) {
  return (
    <button
      {...rest}
      type="submit"
      className={styles.button}
      aria-disabled={busy}
    />
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
