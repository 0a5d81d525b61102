import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import type { home } from '../../content/home.ts';
import styles from './hero.module.css';
import { MarginThread, Spool } from './thread.tsx';

export function Hero({
  heading,
  lead,
  brand,
  shopper,
  children,
}: typeof home & {
  /** What stands beside the type. */
  children: ReactNode;
}) {
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.inner}>
        <div className={styles.type}>
          <h1 id="hero">{heading}</h1>
          <p className="lead">{lead}</p>
          <p className="actions">
            <ButtonLink {...shopper} />
            <ButtonLink {...brand} quiet />
          </p>
        </div>
        {children}
      </div>
      <Spool />
      <div className={styles.down} aria-hidden="true">
        <MarginThread />
      </div>
    </section>
  );
}
