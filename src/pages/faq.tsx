import ending from '../components/endings/seam.module.css';
import { GarmentSpread } from '../components/garment-spread.tsx';
import linens from '../components/linen.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { MoreLink, NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { faqTexts } from '../content/faq.ts';
import styles from './faq.module.css';

export function Page() {
  const { heading, lead, scene, next } = faqTexts;
  return (
    <>
      <GarmentSpread
        garment={scene.garment}
        label={<p className={styles.label}>{scene.label}</p>}
        first
      >
        <div className={styles.words}>
          <PageHead heading={heading} lead={lead} />
          <Group id="shoppers" itemClass={styles.item} />
        </div>
      </GarmentSpread>
      <div className={styles.brands}>
        <Group id="brands" itemClass={`${linens.linen} ${styles.sewn}`} />
      </div>
      <NextStep {...next} cloth={ending.seam} />
    </>
  );
}

interface GroupProps {
  id: keyof typeof faqTexts.groups;
  /** The class of the element that contains a question and its answer. */
  itemClass: string | undefined;
}

/** Renders the heading and the questions for shoppers or for brands. */
function Group({ id, itemClass }: GroupProps) {
  const { heading, more, items } = faqTexts.groups[id];
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.audience}>
        <h2 id={id}>{heading}</h2>
        <MoreLink {...more} />
      </div>
      <div>
        {Object.entries(items).map(([question, answer]) => (
          <details key={question} className={itemClass}>
            <summary className={styles.question}>
              <span>{markProductName(question)}</span>
            </summary>
            <p className={styles.answer}>{markProductName(answer)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
