import { markName } from '../components/mark-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageBody, PageHead } from '../components/page/page-head.tsx';
import { takeBackControl } from '../content/take-back-control.ts';
import styles from './take-back-control.module.css';

/** Two pieces of cloth with a seam between: what is there, what is here. */
export function Page() {
  const { heading, lead, columns, sides, next } = takeBackControl;
  return (
    <>
      <PageBody>
        <PageHead heading={heading} lead={lead} />
      </PageBody>
      <div className={styles.cloth}>
        <div className={styles.columns} aria-hidden="true">
          <p>{columns.there}</p>
          <p>{markName(columns.here)}</p>
        </div>
        {sides.map(({ id, heading, contrasts }) => (
          <section key={id} className={styles.side} aria-labelledby={id}>
            <h2 id={id} className={styles.heading}>
              {heading}
            </h2>
            <dl className={styles.list}>
              {Object.entries(contrasts).map(([there, here]) => (
                <div key={there} className={styles.contrast}>
                  <dt className={styles.there}>
                    <span className={`visually-hidden ${styles.label}`}>
                      {`${columns.there}: `}
                    </span>
                    {there}
                  </dt>
                  <dd className={styles.here}>
                    <span className={`visually-hidden ${styles.label}`}>
                      {markName(`${columns.here}: `)}
                    </span>
                    {here}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <NextStep {...next} />
    </>
  );
}
