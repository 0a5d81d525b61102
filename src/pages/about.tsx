import ending from '../components/endings/rib.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { aboutTexts } from '../content/about.ts';
import styles from './about.module.css';

export function Page() {
  const { heading, lead, values, next } = aboutTexts;
  return (
    <>
      <div className={styles.spread}>
        <PageHead heading={heading} lead={lead} wide />
        <ol className={styles.list}>
          {Object.entries(values).map(([id, { title, description }]) => (
            <li key={id} id={id} className={styles.value}>
              <h2 className={styles.title}>{title}</h2>
              <p className={styles.text}>{markProductName(description)}</p>
            </li>
          ))}
        </ol>
      </div>
      <NextStep {...next} cloth={ending.rib} />
    </>
  );
}
