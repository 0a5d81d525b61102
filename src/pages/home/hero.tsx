import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import styles from './hero.module.css';
import { MarginThread } from './thread.tsx';

interface Way {
  to: string;
  label: string;
}

export function Hero({
  heading,
  lead,
  brand,
  shopper,
  children,
}: {
  heading: string;
  lead: string;
  brand: Way;
  shopper: Way;
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
            <ButtonLink to={shopper.to}>{shopper.label}</ButtonLink>
            <ButtonLink to={brand.to} quiet>
              {brand.label}
            </ButtonLink>
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

/** Where the page's thread comes from. */
function Spool() {
  return (
    <div className={styles.start} aria-hidden="true">
      <svg className={styles.bend} viewBox="0 0 40 40" aria-hidden="true">
        <path d="M40 1Q1 1 1 40" />
      </svg>
      <div className={styles.line} />
      <svg
        className={styles.spool}
        viewBox="0 0 44 48"
        width="44"
        height="48"
        aria-hidden="true"
      >
        <path className={styles.wood} d="M6 2h32v6H6zM6 40h32v6H6z" />
        <path className={styles.wound} d="M10 8h24v32H10z" />
        <path
          className={styles.turns}
          d="M10 15l24-3M10 22l24-3M10 29l24-3M10 36l24-3"
        />
      </svg>
    </div>
  );
}
