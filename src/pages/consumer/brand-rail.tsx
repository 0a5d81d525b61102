import { Collar } from '../../components/collar.tsx';
import { consumerTexts } from '../../content/consumer.ts';
import { sampleBrands } from '../../content/sample-brands.ts';
import styles from './brand-rail.module.css';

/** The number of garments for which the style sheet has been written. */
const garmentCount = 6;

/** The columns of the garments. With fewer brands, the first ones hang twice. */
const columns = Array.from(
  { length: garmentCount },
  (_, place) => place % sampleBrands.length,
);

/** One rail from edge to edge with garments of brands. A decoration. */
export function BrandRail() {
  return (
    <>
      {/* Screen readers skip the labels, so they skip the note about them. */}
      <p className={`note ${styles.note}`} aria-hidden="true">
        {consumerTexts.destination.note}
      </p>
      <div className={styles.rail}>
        {columns.map((column, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <div key={place} className={styles.garment}>
            <Collar column={column} lazy>
              <p className={styles.label}>{sampleBrands[column]}</p>
            </Collar>
          </div>
        ))}
      </div>
    </>
  );
}
