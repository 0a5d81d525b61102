import { Tag } from '../../components/tag.tsx';
import type { brands } from '../../content/brands.ts';
import styles from './price-tags.module.css';

/** The tiers, hung side by side. */
export function PriceTags({ tiers }: Pick<typeof brands.pricing, 'tiers'>) {
  return (
    <ul className={styles.rail}>
      {tiers.map(({ name, figure, unit, text }) => (
        <li key={name} className={styles.tier}>
          <Tag title={name}>
            <p className={styles.price}>
              <span className={styles.figure}>{figure}</span> {unit}
            </p>
            <p>{text}</p>
          </Tag>
        </li>
      ))}
    </ul>
  );
}
