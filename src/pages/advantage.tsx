import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageWithHead } from '../components/page/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { advantageTexts } from '../content/advantage.ts';
import styles from './advantage.module.css';

/** Details of pictures, by the index of the card that they are sewn to. */
const cloths: Readonly<Record<number, string>> = {
  0: 'cloth/parcel.svg#svgView(viewBox(150,40,170,170))',
  1: 'cloth/tag.svg#svgView(viewBox(262,70,190,190))',
  3: 'cloth/pocket.svg#svgView(viewBox(135,145,210,210))',
  5: 'cloth/knit.svg#svgView(viewBox(40,60,220,220))',
  6: 'collars.svg#svgView(viewBox(2240,380,240,240))',
};

/** The index of the card on a light ground. */
const lightCard = 4;

/** A quilt of cards and cloth. */
export function Page() {
  const { heading, lead, cards, next } = advantageTexts;
  return (
    <>
      <PageWithHead heading={heading} lead={lead}>
        <ul className={styles.quilt}>
          {Object.entries(cards).map(([title, text], index) => {
            const cloth = cloths[index];
            return (
              <li key={title} className={styles.piece}>
                {cloth && (
                  <Picture
                    src={`/pictures/${cloth}`}
                    width={240}
                    height={240}
                    alt=""
                    first={index < 2}
                    className={styles.cloth}
                  />
                )}
                <div
                  className={
                    index === lightCard
                      ? `${styles.card} ${styles.light}`
                      : styles.card
                  }
                >
                  <h2 className={styles.title}>{title}</h2>
                  <p className={styles.text}>{markProductName(text)}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </PageWithHead>
      <NextStep {...next} />
    </>
  );
}
