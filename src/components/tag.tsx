import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A card cut like a garment's hang tag. The icon is decoration. */
export function Tag({
  title,
  icon,
  children,
}: {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.tag}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.text}>{children}</div>
    </div>
  );
}
