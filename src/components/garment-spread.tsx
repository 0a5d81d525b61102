import type { ReactNode } from 'react';
import { Collar } from './collar.tsx';
import styles from './garment-spread.module.css';

interface Props {
  /** The column of the garment in collars.svg. */
  garment: number;
  /** The label in the collar. */
  label: ReactNode;
  /** Whether the garment is on the left. */
  flip?: boolean;
  /** Whether the garment is part of the first view. */
  first?: boolean;
  /** The class of another ground. */
  ground?: string | undefined;
  /** The words. */
  children: ReactNode;
}

/** Words beside a garment on a rail. */
export function GarmentSpread(props: Props) {
  const { garment, label, flip, first = false, ground, children } = props;
  const classNames = [styles.spread, flip && styles.flip, ground];
  return (
    <div className={classNames.filter(Boolean).join(' ')}>
      {children}
      <div className={styles.panel}>
        <div className={styles.rail}>
          <Collar column={garment} lazy={!first} whole>
            {label}
          </Collar>
        </div>
      </div>
    </div>
  );
}
