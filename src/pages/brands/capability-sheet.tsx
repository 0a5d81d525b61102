import type { brands } from '../../content/brands.ts';
import styles from './capability-sheet.module.css';

/**
 * One sheet of cloth, marked with stitches where it would be cut to cards.
 * Each `id` names a card's icon.
 */
export function CapabilitySheet({
  items,
}: Pick<typeof brands.capabilities, 'items'>) {
  return (
    <ul className={styles.sheet}>
      {items.map(({ id, title, text }) => (
        <li key={id} className={styles.card}>
          <svg className={styles.icon} aria-hidden="true">
            <use href={`/pictures/capabilities.svg#${id}`} />
          </svg>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ul>
  );
}
