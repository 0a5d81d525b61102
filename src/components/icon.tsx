import styles from './icon.module.css';

/** An icon of one path on a grid of 24 by 24, in the color of the text. */
export function Icon({ d, size = 24 }: { d: string; size?: number }) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
