import { useState } from 'react';
import type { RailBrand } from '../../content/home.ts';
import styles from './wardrobe.module.css';

/**
 * A rail that turns the garments of the picked brands to the visitor and
 * pushes the others together at its end.
 */
export function Wardrobe({
  label,
  shows,
  empty,
  first,
  brands,
}: {
  label: string;
  shows: string;
  empty: string;
  /** The names of the brands that are picked to begin with. */
  first: readonly string[];
  brands: readonly RailBrand[];
}) {
  const [picked, setPicked] = useState(first);
  const others = brands.filter(({ name }) => !picked.includes(name));
  const hung = [...picked, ...others.map(({ name }) => name)];

  function toggle(name: string) {
    setPicked((names) =>
      names.includes(name)
        ? names.filter((other) => other !== name)
        : [...names, name],
    );
  }

  return (
    <div className={styles.wardrobe}>
      <div className={styles.rail} data-picked={picked.length}>
        {brands.map(({ name, garment }) => (
          <img
            key={name}
            className={styles.garment}
            src={garment}
            alt=""
            width={200}
            height={280}
            data-place={hung.indexOf(name)}
            data-turned={!picked.includes(name)}
          />
        ))}
      </div>
      <fieldset className={styles.chips}>
        <legend className={styles.legend}>{label}</legend>
        {brands.map(({ name, mark }) => (
          <button
            key={name}
            type="button"
            className={styles.chip}
            aria-pressed={picked.includes(name)}
            onClick={() => toggle(name)}
          >
            <img src={mark} alt="" width={22} height={22} />
            {name}
          </button>
        ))}
      </fieldset>
      <p className={styles.shown} aria-live="polite">
        {picked.length > 0 ? `${shows} ${list(picked)}.` : empty}
      </p>
    </div>
  );
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
