import { useState } from 'react';
import type { rail } from '../../content/home.ts';
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
  sheet,
}: typeof rail) {
  const [picked, setPicked] = useState(first);
  const others = brands.filter((name) => !picked.includes(name));
  const hung = [...picked, ...others];

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
        {brands.map((name, column) => (
          <span
            key={name}
            className={styles.garment}
            data-number={hung.indexOf(name)}
            data-turned={!picked.includes(name)}
          >
            <Sheet source={sheet} column={column} />
          </span>
        ))}
      </div>
      <fieldset className={styles.chips}>
        <legend className={styles.legend}>{label}</legend>
        {brands.map((name, column) => (
          <button
            key={name}
            type="button"
            className={styles.chip}
            aria-pressed={picked.includes(name)}
            onClick={() => toggle(name)}
          >
            <span className={styles.mark}>
              <Sheet source={sheet} column={column} />
            </span>
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

/** One column of the sheet, so that all pictures are one request. */
function Sheet({ source, column }: { source: string; column: number }) {
  return (
    <img
      className={styles.sheet}
      src={source}
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
  if (others.length < 2) return [...others, last].join(' and ');
  return `${others.reverse().join(', ')}, and ${last}`;
}
