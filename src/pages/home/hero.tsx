import {
  type CSSProperties,
  type FocusEvent,
  useEffect,
  useState,
} from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { Collar } from '../../components/collar.tsx';
import { Link } from '../../components/link.tsx';
import {
  announceDelay,
  useHasElapsed,
} from '../../components/use-has-elapsed.ts';
import { homeTexts, wardrobeTexts } from '../../content/home.ts';
import styles from './hero.module.css';
import patches from './patch.module.css';
import railStyles from './rail.module.css';
import swatchStyles from './swatches.module.css';
import { SpoolThread } from './thread.tsx';

interface PicksProps {
  /** Names of brands in the order of the visitor's clicks. */
  picks: readonly string[];
}

interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface SwatchesProps extends PicksProps {
  onPick: (picks: readonly string[]) => void;
}

export function Hero({ picks, onPick }: SwatchesProps) {
  const [before, waitlist, after] = homeTexts.opening;
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.stage}>
        <Rail picks={picks} />
        <div className={styles.inner}>
          <h1 id="hero">{homeTexts.heading}</h1>
          <p className={`lead ${styles.lead}`}>
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
          <p className={styles.tag}>
            <span>
              {before}
              <Link to="/waitlist">{waitlist}</Link>
              {after}
            </span>
          </p>
        </div>
      </div>
      <Swatches picks={picks} onPick={onPick} />
      <SpoolThread />
    </section>
  );
}

/** A rail with the collar of the brand that was picked last. */
function Rail({ picks }: PicksProps) {
  const { brands } = wardrobeTexts;
  const [isStarted, setIsStarted] = useState(false);
  // Adds the garments out of view after the start, which keeps them out of the HTML.
  useEffect(() => setIsStarted(true), []);
  return (
    <div className={railStyles.rail}>
      {brands.map((name, column) => {
        const place = findPlace(name, picks);
        if (place !== 'front' && !isStarted) return null;
        return (
          <div
            key={name}
            className={railStyles.garment}
            data-place={place}
            // Undefined in the static page, whose policy forbids inline styles.
            style={place === 'behind' ? orderStyle(name, picks) : undefined}
          >
            <Collar column={column} first={place === 'front'}>
              <p className={`${railStyles.label} ${patches.sewn}`}>
                <SwatchPart x={column * 64} y={72} width={64} height={64} />
                {name}
              </p>
            </Collar>
          </div>
        );
      })}
      {(picks.length === 0 || isStarted) && (
        <div
          className={railStyles.garment}
          data-place={picks.length > 0 ? 'aside' : 'front'}
        >
          <Collar column={brands.length}>
            <p className={railStyles.label} />
          </Collar>
        </div>
      )}
    </div>
  );
}

/** Earlier picks hang behind the last one, and all other brands beside the window. */
function findPlace(name: string, picks: readonly string[]) {
  if (name === picks.at(-1)) return 'front';
  return picks.includes(name) ? 'behind' : 'aside';
}

/** Says how many garments hang in front of a brand's garment. */
function orderStyle(name: string, picks: readonly string[]) {
  return { '--order': picks.length - 1 - picks.indexOf(name) } as CSSProperties;
}

function Swatches({ picks, onPick }: SwatchesProps) {
  // On arrival some screen readers would read a live region that has a text.
  const canAnnounce = useHasElapsed(announceDelay);
  function toggleBrand(name: string) {
    const otherPicks = picks.filter((other) => other !== name);
    onPick(picks.includes(name) ? otherPicks : [...picks, name]);
  }
  return (
    <div className={swatchStyles.table}>
      <div className={swatchStyles.inner}>
        <fieldset className={swatchStyles.brands}>
          <legend className={swatchStyles.legend}>{wardrobeTexts.label}</legend>
          <div className={swatchStyles.swatches}>
            {wardrobeTexts.brands.map((name, column) => (
              <button
                key={name}
                type="button"
                className={swatchStyles.swatch}
                aria-pressed={picks.includes(name)}
                onClick={() => toggleBrand(name)}
                onFocus={revealOnTab}
              >
                <SwatchPart x={column * 132} y={0} width={132} height={72} />
                <span>{name}</span>
              </button>
            ))}
          </div>
          <p className={swatchStyles.invented}>{wardrobeTexts.invented}</p>
        </fieldset>
        <p
          className={swatchStyles.shown}
          aria-live={canAnnounce ? 'polite' : undefined}
          data-longest={describePicks(wardrobeTexts.brands)}
        >
          <span>{describePicks(picks)}</span>
        </p>
      </div>
    </div>
  );
}

/**
 * Scrolls a focused swatch to the place where it snaps. Chromium scrolls only if none of
 * the swatch is visible. A press must not move the swatch away from the pointer.
 */
function revealOnTab({ currentTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.matches(':focus-visible'))
    currentTarget.scrollIntoView({ block: 'nearest', inline: 'start' });
}

/** Shows a cloth or a mark. One drawing contains all of them, to save requests. */
function SwatchPart({ x, y, width, height }: Part) {
  const viewBox = [x, y, width, height].join();
  return (
    <img
      src={`/pictures/swatches.svg#svgView(viewBox(${viewBox}))`}
      alt=""
      width={width}
      height={height}
      // React would add a preload link for each eager image.
      loading="lazy"
    />
  );
}

function describePicks(picks: readonly string[]): string {
  return picks.length > 0
    ? `${wardrobeTexts.shows} ${listNames(picks)}.`
    : wardrobeTexts.empty;
}

// Joins names without Intl.ListFormat, because phones load its locale data slowly.
function listNames(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
