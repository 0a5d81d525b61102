import type { ReactNode } from 'react';
import styles from './tag.module.css';

interface Props {
  title: string;
  /** URL of a symbol, 48 px wide and high. */
  icon?: string;
  children: ReactNode;
}

/** A card in the shape of a garment's hang tag. */
export function Tag({ title, icon, children }: Props) {
  return (
    <div className={styles.tag}>
      {icon && (
        <svg className={styles.icon} width="48" height="48" aria-hidden="true">
          <use href={icon} />
        </svg>
      )}
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.text}>{children}</div>
    </div>
  );
}
