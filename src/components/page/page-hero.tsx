import type { ReactNode } from 'react';
import { markProductName } from '../mark-product-name.tsx';
import styles from './page-hero.module.css';

interface Props {
  heading: ReactNode;
  lead: string;
  /** The picture. */
  scene: ReactNode;
  /** What the visitor can do now, and what happens later, by their labels. */
  order: Readonly<Record<string, string>>;
  /** The class that places the heading, the words and the picture. */
  className: string | undefined;
  /** The buttons for the first step of `order`. */
  children: ReactNode;
}

/** The first section of /consumer and /brands. */
export function PageHero({
  heading,
  lead,
  scene,
  order,
  className,
  children,
}: Props) {
  return (
    <div className={`${styles.hero} ${className}`}>
      <h1>{heading}</h1>
      <div className={styles.words}>
        <p className="lead">{markProductName(lead)}</p>
        <dl className={styles.order}>
          {Object.entries(order).map(([time, text], index) => (
            <div key={time} className={styles.step}>
              <dt className={styles.time}>{time}</dt>
              <dd>{text}</dd>
              {index === 0 && <dd className="actions">{children}</dd>}
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.scene}>{scene}</div>
    </div>
  );
}
