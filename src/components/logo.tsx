import styles from './logo.module.css';

/** An inline image, so that the logo shows at the first paint. */
export function Logo() {
  return (
    <svg
      className={styles.pear}
      viewBox="12 0 40 64"
      width="20"
      height="32"
      aria-hidden="true"
    >
      <path
        className={styles.flesh}
        d="M32 13.5c-4.8 0-7.7 3.5-8.2 8.5-.8 8.5-10.3 11-10.3 22.5C13.5 55 21.5 62 32 62s18.5-7 18.5-17.5c0-11.5-9.5-14-10.3-22.5-.5-5-3.4-8.5-8.2-8.5"
      />
      <path
        className={styles.stem}
        d="M32 15.5c0-4-1-7-3.2-10.5M33 12c.5-7.5 7-11 16-10-.5 8-7 12.5-16 10"
      />
    </svg>
  );
}
