import styles from './icon.module.css';

/** A drawing of one line, 24 by 24, in the colour of the text. */
export function Icon({
  d,
  size = 24,
}: {
  d: string | undefined;
  size?: number;
}) {
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
