import { Icon } from '../../components/icon.tsx';
import { Picture } from '../../components/picture.tsx';
import { Section } from '../../components/section.tsx';
import type { demo, Product } from '../../content/home.ts';
import styles from './fitting-room.module.css';
import { icons } from './icons.ts';
import { MarginThread } from './thread.tsx';
import { useComesIntoView } from './use-comes-into-view.ts';

/** A wish in plain words, and what the racks answer to it. */
export function FittingRoom({
  heading,
  lead,
  label,
  query,
  answer,
  racks,
  note,
}: typeof demo) {
  const { place, hasCome } = useComesIntoView();
  return (
    <Section id="demo" heading={heading} lead={lead}>
      <div ref={place} className={styles.room} data-asked={hasCome}>
        <div className={styles.query}>
          <p className={styles.label}>{label}</p>
          <p className={styles.wish}>
            <span>{query}</span>
          </p>
        </div>
        <p className={styles.answer}>
          <Icon d={icons.answer} size={20} />
          {answer}
        </p>
        {racks.map(({ title, products }) => (
          <div key={title} className={styles.rack}>
            <h3 className={styles.title}>{title}</h3>
            <ul className={styles.products}>
              {products.map((product) => (
                <ProductTag key={product.name} {...product} />
              ))}
            </ul>
          </div>
        ))}
        <p className={styles.note}>{note}</p>
      </div>
      <MarginThread />
    </Section>
  );
}

function ProductTag({ name, brand, price, image }: Product) {
  return (
    <li className={styles.product}>
      <div className={styles.tag}>
        <Picture src={image} alt="" width={96} height={120} />
        <p className={styles.name}>{name}</p>
        <p className={styles.brand}>{brand}</p>
        <p className={styles.price}>{price}</p>
      </div>
    </li>
  );
}
