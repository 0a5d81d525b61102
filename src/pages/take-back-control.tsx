import ending from '../components/endings/seam.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { Picture } from '../components/picture.tsx';
import { takeBackControlTexts } from '../content/take-back-control.ts';
import styles from './take-back-control.module.css';

export function Page() {
  const { heading, lead, columns, sides, next } = takeBackControlTexts;
  return (
    <>
      <div className={styles.cloth}>
        <div className={styles.head}>
          <h1 className={styles.title}>{heading}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        <div className={styles.edge}>
          <div className={styles.cutter}>
            <Picture
              src="/pictures/shears.svg"
              width={200}
              height={420}
              alt=""
              first
            />
          </div>
        </div>
        {Object.entries(sides).map(([id, { heading, contrasts }]) => (
          <section key={id} className={styles.side} aria-labelledby={id}>
            <h2 id={id} className={styles.heading}>
              {heading}
            </h2>
            <dl className={styles.list}>
              {Object.entries(contrasts).map(([there, here]) => (
                <div key={there} className={styles.contrast}>
                  <dt className={styles.there}>
                    <span className={styles.label}>{`${columns.there}: `}</span>
                    {there}
                  </dt>
                  <dd className={styles.here}>
                    <span className={styles.label}>
                      {markProductName(`${columns.here}: `)}
                    </span>
                    {here}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <NextStep {...next} cloth={ending.seam} />
    </>
  );
}
