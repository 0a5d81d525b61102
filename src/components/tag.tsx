import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A card cut like a garment's hang tag. The icon is decoration. */
export function Tag({
  title,
  icon,
  level = 3,
  children,
}: {
  title: string;
  icon?: ReactNode;
  level?: 2 | 3 | 4;
  children?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.tag}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      <div className={styles.text}>{children}</div>
    </div>
  );
}
