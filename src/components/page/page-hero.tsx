import type { ReactNode } from 'react';
import { markName } from '../mark-name.tsx';
import { Picture } from '../picture.tsx';
import styles from './page-hero.module.css';

/** The opening of a page that sells: `wide` runs its name over the drawing. */
export function PageHero({
  heading,
  lead,
  picture,
  wide = false,
  children,
}: {
  heading: string;
  lead: string;
  picture: { src: string; alt: string };
  wide?: boolean;
  children: ReactNode;
}) {
  const look = wide ? `${styles.hero} ${styles.wide}` : styles.hero;
  return (
    <div className={look}>
      <h1 className={styles.heading}>{markName(heading)}</h1>
      <div className={styles.words}>
        <p className="lead">{markName(lead)}</p>
        <p className="actions">{children}</p>
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
