import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Picture } from '../../components/picture.tsx';
import { Section } from '../../components/section.tsx';
import { demoTexts } from '../../content/home.ts';
import styles from './fitting-room.module.css';
import { MarginThread } from './thread.tsx';

/** A sample query to the assistant; the picked brands' products come first. */
export function FittingRoom({ picks }: { picks: readonly string[] }) {
  const { heading, lead, label, query, answer, racks, note } = demoTexts;
  const { element, hasScrolledIntoView } = useHasScrolledIntoView();
  // Only a list that scrolls needs the focus, for the arrow keys.
  const tabIndex = useWrappedRacks() ? undefined : 0;
  return (
    <Section id="demo" heading={heading} lead={lead}>
      <div
        ref={element}
        className={styles.room}
        data-asked={hasScrolledIntoView}
      >
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
        {Object.entries(racks).map(([title, empty], rack) => (
          <div key={title} className={styles.rack}>
            <h3 className={styles.title}>{title}</h3>
            <ul
              className={styles.products}
              aria-label={title}
              tabIndex={tabIndex}
            >
              {demoTexts.products
                .filter(({ brand }) => picks.includes(brand) === (rack === 0))
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

/** Whether the products wrap instead of scrolling sideways. False in the static page. */
function useWrappedRacks(): boolean {
  const [areWrapped, setWrapped] = useState(false);
  useEffect(() => {
    // The same query as in fitting-room.module.css.
    const query = matchMedia(
      '(max-width: 399.98px) and (max-height: 23.99rem)',
    );
    const update = () => setWrapped(query.matches);
    update();
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return areWrapped;
}

/** Returns a ref, and whether its element was out of view and has come into view. */
function useHasScrolledIntoView() {
  const element = useRef<HTMLDivElement>(null);
  const [hasScrolledIntoView, setScrolledIntoView] = useState(false);
  useEffect(() => {
    let callbackCount = 0;
    const observer = new IntersectionObserver(([entry]) => {
      callbackCount += 1;
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      setScrolledIntoView(callbackCount > 1);
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, hasScrolledIntoView };
}
