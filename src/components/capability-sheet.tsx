import type { ReactNode } from 'react';
import styles from './capability-sheet.module.css';

/** One sheet of cloth, marked with stitches where it would be cut to cards. */
export function CapabilitySheet({
  items,
  icons,
}: {
  items: readonly { id: string; title: string; text: string }[];
  icons: Readonly<Record<string, ReactNode>>;
}) {
  return (
    <ul className={styles.sheet}>
      {items.map(({ id, title, text }) => (
        <li key={id} className={styles.card}>
          <span className={styles.icon} aria-hidden="true">
            {icons[id]}
          </span>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ul>
  );
}
