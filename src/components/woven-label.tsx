import type { ReactNode } from 'react';
import linens from './linen.module.css';

interface Props {
  title: string;
  names: readonly string[];
  /** The values, in the order of `names`. Space is reserved for missing values. */
  values?: readonly string[] | undefined;
  /** A class that composes `label` of `woven-label.module.css`. */
  className: string | undefined;
  children?: ReactNode;
}

/** A list of a few facts that looks like a garment's care label. */
export function WovenLabel(props: Props) {
  const { title, names, values = [], className, children } = props;
  return (
    <div className={`${linens.linen} ${className}`}>
      <h3>{title}</h3>
      <ul>
        {names.map((name, index) => (
          <li key={name}>
            <strong>{values[index]}</strong>
            {/* Minifiers remove a space alone between tags, or at a block's start. */}
            <span>{values[index] ? ` ${name}` : name}</span>
          </li>
        ))}
      </ul>
      <div>{children}</div>
    </div>
  );
}
