import { ButtonLink } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { home, wardrobe } from '../../content/home.ts';
import styles from './hero.module.css';
import { MarginThread, ThreadRun } from './thread.tsx';
import wardrobeStyles from './wardrobe.module.css';

interface WardrobeProps {
  /** Names of brands in the order of the visitor's clicks. */
  picked: readonly string[];
  onPick: (picked: readonly string[]) => void;
}

export function Hero(props: WardrobeProps) {
  const [before, waitlist, after] = home.opening;
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.inner}>
        <div className={styles.type}>
          <h1 id="hero">{home.heading}</h1>
          <p className="lead">{home.lead}</p>
          <p className="actions">
            <ButtonLink {...home.shopper} />
            <ButtonLink {...home.brand} outlined />
          </p>
          <p className={styles.opening}>
            {before}
            <Link to="/waitlist">{waitlist}</Link>
            {after}
          </p>
        </div>
        <Wardrobe {...props} />
      </div>
      <ThreadRun way="start" />
      <div className={styles.down} aria-hidden="true">
        <MarginThread />
      </div>
    </section>
  );
}

/** A rail with the picked brands' garments in front, and the others at its end. */
function Wardrobe({ picked, onPick }: WardrobeProps) {
  const { brands } = wardrobe;
  const order = [...new Set([...picked, ...brands])];

  function toggle(name: string) {
    const rest = picked.filter((other) => other !== name);
    onPick(picked.includes(name) ? rest : [...picked, name]);
  }

  return (
    <div className={wardrobeStyles.wardrobe}>
      <div className={wardrobeStyles.rail} data-picked={picked.length}>
        {brands.map((name, column) => (
          <span
            key={name}
            className={wardrobeStyles.garment}
            data-number={order.indexOf(name)}
            data-turned={!picked.includes(name)}
          >
            <SpriteColumn column={column} />
          </span>
        ))}
      </div>
      <fieldset className={wardrobeStyles.chips}>
        <legend className={wardrobeStyles.legend}>{wardrobe.label}</legend>
        {brands.map((name, column) => (
          <button
            key={name}
            type="button"
            className={wardrobeStyles.chip}
            aria-pressed={picked.includes(name)}
            onClick={() => toggle(name)}
          >
            <span className={wardrobeStyles.mark}>
              <SpriteColumn column={column} />
            </span>
            {name}
          </button>
        ))}
      </fieldset>
      <p className={wardrobeStyles.invented}>{wardrobe.invented}</p>
      <p className={wardrobeStyles.shown} aria-live="polite">
        {picked.length > 0
          ? `${wardrobe.shows} ${listNames(picked)}.`
          : wardrobe.empty}
      </p>
    </div>
  );
}

/** Shows one column of the sprite, so that all pictures need one request. */
function SpriteColumn({ column }: { column: number }) {
  return (
    <img
      className={wardrobeStyles.sheet}
      src={wardrobe.sprite}
      alt=""
      width={1200}
      height={480}
      data-number={column}
    />
  );
}

// Joins names. Intl.ListFormat is not used, because phones load its data slowly.
function listNames(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
