import { Picture } from '../../components/picture.tsx';
import { consumerTexts } from '../../content/consumer.ts';
import styles from './pocket-phone.module.css';

/** A picture of the feed on a phone, in the pocket of a cardigan. */
export function PocketPhone() {
  const { alt, title, brands, pieces, saved } = consumerTexts.feed.screen;
  return (
    <div className={styles.frame} role="img" aria-label={alt}>
      <div className={styles.phone} aria-hidden="true">
        <p className={styles.title}>{title}</p>
        <p className={styles.brands}>
          {brands.map((brand) => (
            <span key={brand} className={styles.label}>
              {brand}
            </span>
          ))}
        </p>
        <div className={styles.pieces}>
          {pieces.map(({ name, brand, price, image, isSaved }) => (
            <div key={name} className={styles.piece}>
              <Picture
                src={image}
                alt=""
                width={400}
                height={500}
                className={styles.picture}
              />
              <p className={styles.name}>{name}</p>
              <p className={styles.brand}>{brand}</p>
              <p className={styles.price}>
                {`$${price}`}
                {isSaved && <span className={styles.saved}>{saved}</span>}
              </p>
            </div>
          ))}
        </div>
      </div>
      <div className={styles.pocket} />
    </div>
  );
}
