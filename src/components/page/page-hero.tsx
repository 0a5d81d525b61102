import type { ReactNode } from 'react';
import { markProductName } from '../mark-product-name.tsx';
import { Picture } from '../picture.tsx';
import styles from './page-hero.module.css';

interface Props {
  heading: string;
  lead: string;
  picture: { src: string; alt: string };
  /** Text below the buttons. */
  note: string;
  /** Whether the heading spans both columns, above the text and the picture. */
  wide?: boolean;
  children: ReactNode;
}

/** The first section of /consumer and /brands. */
export function PageHero({
  heading,
  lead,
  picture,
  note,
  wide,
  children,
}: Props) {
  return (
    <div className={wide ? `${styles.hero} ${styles.wide}` : styles.hero}>
      <h1 className={styles.heading}>{markProductName(heading)}</h1>
      <div className={styles.words}>
        <p className="lead">{markProductName(lead)}</p>
        <p className="actions">{children}</p>
        <p className="note">{note}</p>
      </div>
      <div className={styles.scene}>
        <Picture
          {...picture}
          width={560}
          height={560}
          first
          className={styles.picture}
        />
      </div>
    </div>
  );
}
