import ending from '../components/endings/hang-tag.module.css';
import { NextStep } from '../components/next-step.tsx';
import { PageHead } from '../components/page/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { feedTexts } from '../content/feed.ts';
import styles from './feed.module.css';

export function Page() {
  const { heading, lead, items, next } = feedTexts;
  return (
    <>
      <div className={styles.body}>
        <div className={styles.head}>
          <PageHead heading={heading} lead={lead} />
          <div className={styles.rail} aria-hidden="true">
            {Object.keys(items).map((brand) => (
              <div key={brand} className={styles.tag}>
                <BrandMark brand={brand} first />
              </div>
            ))}
          </div>
        </div>
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
                      <BrandMark brand={brand} first={index < 3} />
                    </span>
                  </div>
                </li>
              ),
            )}
          </ul>
        </div>
      </div>
      <NextStep {...next} cloth={ending.rail} />
    </>
  );
}

/** A logo. It loads after the pictures of the products. */
function BrandMark({ brand, first }: { brand: string; first: boolean }) {
  return (
    <Picture
      src={`/pictures/brands/${brand.toLowerCase()}.svg`}
      width={64}
      height={64}
      alt=""
      first={first}
      fetchPriority="low"
    />
  );
}
