import type { ComponentProps } from 'react';
import styles from './button.module.css';
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

export interface LinkData {
  to: string;
  label: string;
  /** Whether the button only has an outline. */
  outlined?: boolean;
  /** Whether the button leads to the page that shows it. */
  current?: boolean;
}

export function ButtonLink({ to, label, outlined, current }: LinkData) {
  return (
    <Link
      to={to}
      className={outlined ? styles.outlined : styles.button}
      aria-current={current ? 'page' : undefined}
    >
      {label}
    </Link>
  );
}
