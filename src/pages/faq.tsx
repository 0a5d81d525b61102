import { Drawing } from '../components/drawing.tsx';
import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { faqTexts } from '../content/faq.ts';
import styles from './faq.module.css';

export function Page() {
  const { heading, lead, picture, groups, next } = faqTexts;
  return (
    <>
      <div className={styles.page}>
        <div className={styles.head}>
          <PageHead heading={heading} lead={lead} />
          <Drawing {...picture} />
        </div>
        {Object.entries(groups).map(([id, { heading, items }]) => (
          <section key={id} className={styles.group} aria-labelledby={id}>
            <h2 id={id} className={styles.heading}>
              {heading}
            </h2>
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
          </section>
        ))}
      </div>
      <NextStep {...next} linen />
    </>
  );
}
