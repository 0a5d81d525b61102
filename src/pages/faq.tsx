import { Collar } from '../components/collar.tsx';
import linens from '../components/linen.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { MoreLink, NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { Section } from '../components/section.tsx';
import { faqTexts } from '../content/faq.ts';
import styles from './faq.module.css';

export function Page() {
  const { heading, lead, groups, next } = faqTexts;
  return (
    <>
      <div className={styles.head}>
        <PageHead heading={heading} lead={lead} wide />
      </div>
      {Object.entries(groups).map(([id, { heading, items, more, scene }]) => (
        <Section
          key={id}
          id={id}
          ground={id === 'brands' ? linens.linen : undefined}
        >
          <div className={styles.group}>
            <div className={styles.audience}>
              <h2 id={id}>{heading}</h2>
              <MoreLink {...more} />
              <div className={styles.rail}>
                <Collar column={scene.garment} lazy={id === 'brands'}>
                  <p className={styles.label}>{scene.label}</p>
                </Collar>
              </div>
            </div>
            <div>
              {Object.entries(items).map(([question, answer]) => (
                <details key={question} className={styles.item}>
                  <summary className={styles.question}>
                    <span>{markProductName(question)}</span>
                  </summary>
                  <p className={styles.answer}>{markProductName(answer)}</p>
                </details>
              ))}
            </div>
          </div>
        </Section>
      ))}
      <NextStep {...next} />
    </>
  );
}
