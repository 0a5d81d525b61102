import ending from '../components/endings/seam.module.css';
import { GarmentSpread } from '../components/garment-spread.tsx';
import { markProductName } from '../components/mark-product-name.tsx';
import { MoreLink, NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { faqTexts } from '../content/faq.ts';
import styles from './faq.module.css';

export function Page() {
  const { heading, lead, groups, next } = faqTexts;
  return (
    <>
      {Object.entries(groups).map(([id, group]) => {
        const isFirst = id === 'shoppers';
        return (
          <GarmentSpread
            key={id}
            garment={group.scene.garment}
            label={<p className={styles.label}>{group.scene.label}</p>}
            first={isFirst}
            flip={!isFirst}
            ground={isFirst ? undefined : styles.ground}
          >
            <div className={styles.words}>
              {isFirst && <PageHead heading={heading} lead={lead} />}
              <section className={styles.group} aria-labelledby={id}>
                <div className={styles.audience}>
                  <h2 id={id}>{group.heading}</h2>
                  <MoreLink {...group.more} />
                </div>
                <div>
                  {Object.entries(group.items).map(([question, answer]) => (
                    <details key={question} className={styles.item}>
                      <summary className={styles.question}>
                        <span>{markProductName(question)}</span>
                      </summary>
                      <p className={styles.answer}>{markProductName(answer)}</p>
                    </details>
                  ))}
                </div>
              </section>
            </div>
          </GarmentSpread>
        );
      })}
      <NextStep {...next} cloth={ending.seam} />
    </>
  );
}
