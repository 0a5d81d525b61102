import styles from './benefit-list.module.css';

/** Short sentences, each held by a button. */
export function BenefitList({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item} className={styles.item}>
          {item}
        </li>
      ))}
    </ul>
  );
}
