import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageWithHead } from '../components/page/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { advantageTexts } from '../content/advantage.ts';
import styles from './advantage.module.css';

/** The index of the card on a light ground. */
const lightPatch = 5;

export function Page() {
  const { heading, lead, cards, next } = advantageTexts;
  return (
    <>
      <PageWithHead heading={heading} lead={lead}>
        <ul className={styles.cards}>
          {Object.entries(cards).map(([title, text], index) => (
            <li
              key={title}
              className={
                index === lightPatch
                  ? `${styles.card} ${styles.light}`
                  : styles.card
              }
            >
              <Picture
                src={`/pictures/advantage/${index + 1}.svg`}
                width={240}
                height={180}
                alt=""
                first={index < 2}
                className={styles.drawing}
              />
              <div className={styles.words}>
                <h2 className={styles.title}>{title}</h2>
                <p className={styles.text}>{markProductName(text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </PageWithHead>
      <NextStep {...next} />
    </>
  );
}
