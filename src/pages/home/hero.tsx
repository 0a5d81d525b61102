import { ButtonLink } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { home, rail } from '../../content/home.ts';
import styles from './hero.module.css';
import { MarginThread, Spool } from './thread.tsx';
import rails from './wardrobe.module.css';

interface Picks {
  /** Names of brands, in the order in which they were picked. */
  picked: readonly string[];
  onPick: (picked: readonly string[]) => void;
}

export function Hero(picks: Picks) {
  const [before, waitlist, after] = home.opening;
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.inner}>
        <div className={styles.type}>
          <h1 id="hero">{home.heading}</h1>
          <p className="lead">{home.lead}</p>
          <p className="actions">
            <ButtonLink {...home.shopper} />
            <ButtonLink {...home.brand} quiet />
          </p>
          <p className={styles.opening}>
            {before}
            <Link to="/waitlist">{waitlist}</Link>
            {after}
          </p>
        </div>
        <Wardrobe {...picks} />
      </div>
      <Spool />
      <div className={styles.down} aria-hidden="true">
        <MarginThread />
      </div>
    </section>
  );
}

/**
 * A rail that turns the garments of the picked brands to the visitor and
 * pushes the others together at its end.
 */
function Wardrobe({ picked, onPick }: Picks) {
  const { brands } = rail;
  const others = brands.filter((name) => !picked.includes(name));
  const hung = [...picked, ...others];

  function toggle(name: string) {
    onPick(
      picked.includes(name)
        ? picked.filter((other) => other !== name)
        : [...picked, name],
    );
  }

  return (
    <div className={rails.wardrobe}>
      <div className={rails.rail} data-picked={picked.length}>
        {brands.map((name, column) => (
          <span
            key={name}
            className={rails.garment}
            data-number={hung.indexOf(name)}
            data-turned={!picked.includes(name)}
          >
            <Sheet column={column} />
          </span>
        ))}
      </div>
      <fieldset className={rails.chips}>
        <legend className={rails.legend}>{rail.label}</legend>
        {brands.map((name, column) => (
          <button
            key={name}
            type="button"
            className={rails.chip}
            aria-pressed={picked.includes(name)}
            onClick={() => toggle(name)}
          >
            <span className={rails.mark}>
              <Sheet column={column} />
            </span>
            {name}
          </button>
        ))}
      </fieldset>
      <p className={rails.invented}>{rail.invented}</p>
      <p className={rails.shown} aria-live="polite">
        {picked.length > 0 ? `${rail.shows} ${list(picked)}.` : rail.empty}
      </p>
    </div>
  );
}

/** One column of the sheet, so that all pictures are one request. */
function Sheet({ column }: { column: number }) {
  return (
    <img
      className={rails.sheet}
      src={rail.sheet}
      alt=""
      width={1200}
      height={480}
      data-number={column}
    />
  );
}

/** Without Intl.ListFormat: a phone takes long to load its data. */
function list(names: readonly string[]): string {
  const [last, ...others] = [...names].reverse();
  if (others.length === 0) return `${last}`;
  return `${others.reverse().join(', ')} and ${last}`;
}
