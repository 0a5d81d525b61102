import { Collar } from '../../components/collar.tsx';
import { sampleBrands } from '../../content/sample-brands.ts';
import styles from './brand-rail.module.css';

/** One rail from edge to edge with a garment of each brand. A decoration. */
export function BrandRail() {
  return (
    <div className={styles.rail}>
      {sampleBrands.map((name, column) => (
        <div key={name} className={styles.garment}>
          <Collar column={column} lazy>
            <p className={styles.label}>{name}</p>
          </Collar>
        </div>
      ))}
    </div>
  );
}
