import type { ReactNode } from 'react';
import styles from './collar.module.css';

interface Props {
  /** The column of the garment in collars.svg. */
  column: number;
  /** Whether the picture is part of the first view. */
  first?: boolean;
  /** Whether the picture loads only when it comes near the window. */
  lazy?: boolean;
  /** Whether the picture shows the garment down to its hem, not only its upper part. */
  whole?: boolean;
  /** The label in the collar. */
  children: ReactNode;
}

const width = 1000;
const height = 720;
const wholeHeight = 1180;

/** The inside of a garment on its hanger, with a label in the neck. A decoration. */
export function Collar({ column, first, lazy, whole, children }: Props) {
  const shownHeight = whole ? wholeHeight : height;
  const viewBox = [column * width, 0, width, shownHeight].join();
  return (
    <div className={styles.collar} aria-hidden="true">
      <img
        className={whole ? `${styles.garment} ${styles.whole}` : styles.garment}
        src={`/pictures/collars.svg#svgView(viewBox(${viewBox}))`}
        alt=""
        width={width}
        height={shownHeight}
        fetchPriority={first ? 'high' : undefined}
        loading={lazy ? 'lazy' : undefined}
      />
      {children}
    </div>
  );
}
