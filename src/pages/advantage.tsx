import ending from '../components/endings/quilt.module.css';
import { markProductName } from '../components/mark-product-name.tsx';
import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { advantageTexts } from '../content/advantage.ts';
import styles from './advantage.module.css';

type Title = keyof typeof advantageTexts.cards;

/** Details of pictures, by the title of the card that they are sewn to. */
const cloths: Readonly<Record<string, string>> = {
  'Logistics routing': 'cloth/parcel.svg#svgView(viewBox(60,120,360,360))',
  'First-party data AI': 'cloth/tag.svg#svgView(viewBox(212,31,300,300))',
  'Contextual targeting without cookies':
    'cloth/pocket.svg#svgView(viewBox(150,168,180,180))',
  'AI-native architecture': 'cloth/knit.svg#svgView(viewBox(40,60,220,220))',
  Differentiation: 'collars.svg#svgView(viewBox(565,345,250,140))',
} satisfies Partial<Record<Title, string>>;

/** A detail of a picture, beside the heading. */
const headCloth = 'cloth/pocket.svg#svgView(viewBox(330,290,150,150))';

/** The card on a light ground. */
const lightCard: Title = 'Optimization for all';

/** A quilt of cards and cloth. */
export function Page() {
  const { heading, lead, cards, next } = advantageTexts;
  return (
    <>
      <div className={styles.head}>
        <div className={`${styles.card} ${styles.light}`}>
          <PageHead heading={heading} lead={lead} />
        </div>
        <Picture
          src={`/pictures/${headCloth}`}
          width={240}
          height={240}
          alt=""
          first
          className={styles.cloth}
        />
      </div>
      <ul className={styles.quilt}>
        {Object.entries(cards).map(([title, text], index) => {
          const cloth = cloths[title];
          return (
            <li
              key={title}
              className={
                cloth ? styles.piece : `${styles.piece} ${styles.alone}`
              }
            >
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
                  title === lightCard
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
      <NextStep {...next} cloth={ending.quilt} />
    </>
  );
}
