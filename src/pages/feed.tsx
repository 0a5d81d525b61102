import ending from '../components/endings/hang-tag.module.css';
import { NextStep } from '../components/next-step.tsx';
import { PageWithHead } from '../components/page/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { feedTexts } from '../content/feed.ts';
import styles from './feed.module.css';

export function Page() {
  const { heading, lead, items, next } = feedTexts;
  return (
    <>
      <PageWithHead heading={heading} lead={lead}>
        <div className={styles.ground}>
          <ul className={styles.grid}>
            {Object.entries(items).map(
              ([brand, { sells, image, alt }], index) => (
                <li key={brand} className={styles.item}>
                  <h2 className={styles.name}>{brand}</h2>
                  <p className={styles.sells}>{sells}</p>
                  <div className={styles.frame}>
                    <Picture
                      src={image}
                      width={400}
                      height={500}
                      alt={alt}
                      first={index < 3}
                      className={styles.product}
                    />
                    <span className={styles.mark}>
                      <Picture
                        src={`/pictures/brands/${brand.toLowerCase()}.svg`}
                        width={64}
                        height={64}
                        alt=""
                        first={index < 3}
                      />
                    </span>
                  </div>
                </li>
              ),
            )}
          </ul>
        </div>
      </PageWithHead>
      <NextStep {...next} cloth={ending.rail} />
    </>
  );
}
