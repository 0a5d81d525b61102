import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { announce } from '../../components/announce.ts';
import { Picture } from '../../components/picture.tsx';
import { Section } from '../../components/section.tsx';
import sewn from '../../components/sewn-ends.module.css';
import { demoTexts } from '../../content/home.ts';
import styles from './fitting-room.module.css';
import patches from './patch.module.css';
import { MarginThread } from './thread.tsx';
import { useRehang } from './use-rehang.ts';
import { describeRacks, fillRacks, isWord, type Rack } from './wish.ts';

interface Props {
  picks: readonly string[];
  /** The words of the wish that the visitor has left out. */
  droppedWords: readonly string[];
  onDrop: (droppedWords: readonly string[]) => void;
}

/** A sample wish to the assistant, whose words can be left out, and its answer. */
export function FittingRoom({ picks, droppedWords, onDrop }: Props) {
  const { heading, lead, answer, note } = demoTexts;
  const element = useRef<HTMLDivElement>(null);
  const isScrollable = useIsScrollable();
  const racks = fillRacks(picks, droppedWords);
  const rememberPlaces = useRehang(element, droppedWords);

  function toggleWord(word: string) {
    const otherWords = droppedWords.filter((other) => other !== word);
    const next = droppedWords.includes(word)
      ? otherWords
      : [...droppedWords, word];
    rememberPlaces();
    onDrop(next);
    announce(() => describeRacks(fillRacks(picks, next)));
  }

  return (
    <Section id="demo" ground={styles.ground}>
      <div ref={element} className={styles.room}>
        <div className={styles.column}>
          <div className={styles.ask}>
            <h2 id="demo">{heading}</h2>
            <p className="lead">{lead}</p>
            <Wish droppedWords={droppedWords} onToggle={toggleWord} />
          </div>
        </div>
        <div className={styles.phone}>
          <p className={styles.answer}>
            <Picture src="/pictures/pear.svg" alt="" width={32} height={32} />
            {answer}
          </p>
          <div className={styles.racks}>
            {racks.map((rack, index) => (
              <ProductRack
                key={rack.title}
                rack={rack}
                id={`rack-${index}`}
                isScrollable={isScrollable}
              />
            ))}
          </div>
        </div>
        <div className={styles.pocket}>
          <Picture
            src="/pictures/coat-pocket.svg"
            alt=""
            width={1600}
            height={360}
          />
          <p className={`${styles.note} ${patches.woven} ${sewn.ends}`}>
            {note}
          </p>
        </div>
      </div>
      <MarginThread />
    </Section>
  );
}

interface WishProps {
  droppedWords: readonly string[];
  onToggle: (word: string) => void;
}

/** The sentence of the wish. Without scripts, its words are no buttons. */
function Wish({ droppedWords, onToggle }: WishProps) {
  const isHydrated = useIsHydrated();
  return (
    <div>
      <p className={styles.label}>
        <b>{demoTexts.label}</b>
        {isHydrated && <span> {demoTexts.hint}</span>}
      </p>
      <p className={styles.wish}>
        {demoTexts.wish.map((part, index) =>
          isHydrated && isWord(index) ? (
            <button
              key={part}
              type="button"
              className={styles.word}
              aria-pressed={!droppedWords.includes(part)}
              onClick={() => onToggle(part)}
            >
              {part}
            </button>
          ) : (
            <span
              key={part}
              className={isWord(index) ? styles.word : undefined}
            >
              {part}
            </span>
          ),
        )}
      </p>
    </div>
  );
}

interface ProductRackProps {
  rack: Rack;
  /** The id of the heading. */
  id: string;
  isScrollable: boolean;
}

function ProductRack({ rack, id, isScrollable }: ProductRackProps) {
  const { title, products, emptyText } = rack;
  const { saved } = demoTexts;
  return (
    <div className={styles.rack} {...(isScrollable && createScrollProps(id))}>
      <h3 id={id} className={styles.divider} data-piece>
        {title}
      </h3>
      {products.length > 0 ? (
        <ul className={styles.products} aria-label={title}>
          {products.map(({ name, brand, price, image, matches }) => (
            <li key={name} className={styles.product} data-piece>
              <div className={styles.tag}>
                <Picture src={image} alt="" width={96} height={120} />
                <p className={styles.name}>{name}</p>
                <p className={`${styles.brand} ${patches.woven}`}>{brand}</p>
                <p className={styles.price}>{`$${price}`}</p>
                {saved.pieces.includes(name) && (
                  <p className={styles.saved}>{saved.label}</p>
                )}
                <p className={styles.matches}>{matches.join(', ')}</p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.empty} data-piece>
          {emptyText}
        </p>
      )}
    </div>
  );
}

/** Properties of an element that scrolls sideways, so that arrow keys can scroll it. */
function createScrollProps(headingId: string) {
  return { role: 'group', 'aria-labelledby': headingId, tabIndex: 0 };
}

const unsubscribe = () => undefined;

/** Whether scripts run. False in the static page and during hydration. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => unsubscribe,
    () => true,
    () => false,
  );
}

/** The same query as in fitting-room.module.css. */
const wrapQuery = '(max-width: 399.98px) and (max-height: 23.99rem)';

/** Whether the racks scroll sideways. In a zoomed window, their pieces wrap. */
function useIsScrollable(): boolean {
  const [isScrollable, setIsScrollable] = useState(true);
  useEffect(() => {
    const query = matchMedia(wrapQuery);
    const update = () => setIsScrollable(!query.matches);
    update();
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isScrollable;
}
