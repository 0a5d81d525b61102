import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Picture } from '../../components/picture.tsx';
import { Section } from '../../components/section.tsx';
import { demo } from '../../content/home.ts';
import styles from './fitting-room.module.css';
import { MarginThread } from './thread.tsx';

/** A wish in plain words, and the racks that answer it, by the picked brands. */
export function FittingRoom({ picked }: { picked: readonly string[] }) {
  const { heading, lead, label, query, answer, racks, note } = demo;
  const { place, hasCome } = useComesIntoView();
  return (
    <Section id="demo" heading={heading} lead={lead}>
      <div ref={place} className={styles.room} data-asked={hasCome}>
        <div className={styles.query}>
          <p className={styles.label}>{label}</p>
          <p className={styles.wish}>
            {query.split(/(?= )/).map((word) => (
              <span key={word} className={styles.word}>
                {word}
              </span>
            ))}
          </p>
        </div>
        <p className={styles.answer}>
          <Icon
            d="M12 3c1 6 3 8 9 9-6 1-8 3-9 9-1-6-3-8-9-9 6-1 8-3 9-9z"
            size={20}
          />
          {answer}
        </p>
        {racks.map(({ title, empty }, rack) => (
          <div key={title} className={styles.rack}>
            <h3 className={styles.title}>{title}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
            <ul className={styles.products} aria-label={title} tabIndex={0}>
              {demo.products
                .filter(({ brand }) => picked.includes(brand) === (rack === 0))
                .map(({ name, brand, price, image }) => (
                  <li key={name} className={styles.product}>
                    <div className={styles.tag}>
                      <Picture src={image} alt="" width={96} height={120} />
                      <p className={styles.name}>{name}</p>
                      <p className={styles.brand}>{brand}</p>
                      <p className={styles.price}>{price}</p>
                    </div>
                  </li>
                ))}
            </ul>
            <p className={styles.empty}>{empty}</p>
          </div>
        ))}
        <p className={styles.note}>{note}</p>
      </div>
      <MarginThread />
    </Section>
  );
}

/**
 * Whether an element has scrolled into view. An element that is in view before
 * scripts run has been read already, so it does not count.
 */
function useComesIntoView() {
  const place = useRef<HTMLDivElement>(null);
  const [hasCome, setHasCome] = useState(false);

  useEffect(() => {
    let reports = 0;
    const observer = new IntersectionObserver(([entry]) => {
      reports += 1;
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      setHasCome(reports > 1);
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return { place, hasCome };
}
