import { ButtonLink } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import {
  announceDelay,
  useHasElapsed,
} from '../../components/use-has-elapsed.ts';
import { homeTexts, wardrobeTexts } from '../../content/home.ts';
import styles from './hero.module.css';
import { MarginThread, ThreadSegment } from './thread.tsx';
import wardrobeStyles from './wardrobe.module.css';

interface WardrobeProps {
  /** Names of brands in the order of the visitor's clicks. */
  picks: readonly string[];
  onPick: (picks: readonly string[]) => void;
}

export function Hero(props: WardrobeProps) {
  const [before, waitlist, after] = homeTexts.opening;
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.inner}>
        <div className={styles.type}>
          <h1 id="hero">{homeTexts.heading}</h1>
          <p className="lead">
            {homeTexts.lead.map((part, index) =>
              index % 2 === 0 ? (
                part
              ) : (
                <span key={part} className={styles.phrase}>
                  {part}
                </span>
              ),
            )}
          </p>
          <p className="actions">
            <ButtonLink {...homeTexts.shopper} />
            <ButtonLink {...homeTexts.brand} outlined />
          </p>
          <p className={styles.opening}>
            {before}
            <Link to="/waitlist">{waitlist}</Link>
            {after}
          </p>
        </div>
        <Wardrobe {...props} />
      </div>
      <ThreadSegment kind="start" />
      <div className={styles.down} aria-hidden="true">
        <MarginThread />
      </div>
    </section>
  );
}

/** A rail with the garments of picked brands in front and all other garments behind. */
function Wardrobe({ picks, onPick }: WardrobeProps) {
  const { brands } = wardrobeTexts;
  // On arrival some screen readers would read a live region that has a text.
  const canAnnounce = useHasElapsed(announceDelay);
  const brandOrder = [...new Set([...picks, ...brands])];
  function toggleBrand(name: string) {
    const otherPicks = picks.filter((other) => other !== name);
    onPick(picks.includes(name) ? otherPicks : [...picks, name]);
  }
  return (
    <div className={wardrobeStyles.wardrobe}>
      <div className={wardrobeStyles.rail} data-picked={picks.length}>
        {brands.map((name, column) => (
          <span
            key={name}
            className={wardrobeStyles.garment}
            data-number={brandOrder.indexOf(name)}
            data-turned={!picks.includes(name)}
          >
            <SpriteColumn column={column} />
          </span>
        ))}
      </div>
      <fieldset className={wardrobeStyles.chips}>
        <legend className={wardrobeStyles.legend}>{wardrobeTexts.label}</legend>
        {brands.map((name, column) => (
          <button
            key={name}
            type="button"
            className={wardrobeStyles.chip}
            aria-pressed={picks.includes(name)}
            onClick={() => toggleBrand(name)}
          >
            <span className={wardrobeStyles.mark}>
              <SpriteColumn column={column} />
            </span>
            {name}
          </button>
        ))}
      </fieldset>
      <p className={wardrobeStyles.invented}>{wardrobeTexts.invented}</p>
      <p
        className={wardrobeStyles.shown}
        aria-live={canAnnounce ? 'polite' : undefined}
      >
        {picks.length > 0
          ? `${wardrobeTexts.shows} ${listNames(picks)}.`
          : wardrobeTexts.empty}
      </p>
    </div>
  );
}

/** Shows one column of the sprite, which contains all pictures to save requests. */
function SpriteColumn({ column }: { column: number }) {
  return (
    <img
      className={wardrobeStyles.sheet}
      src={wardrobeTexts.sprite}
      alt=""
      width={1200}
      height={480}
      data-number={column}
    />
  );
}

// Joins names without Intl.ListFormat, because phones load its locale data slowly.
function listNames(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
