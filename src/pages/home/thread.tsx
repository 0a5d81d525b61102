import styles from './thread.module.css';

/** The decorative thread down the margin of a section. */
export function MarginThread() {
  return <div className={styles.margin} aria-hidden="true" />;
}

/** The part of the thread between the spool in the hero and the page's margin. */
export function SpoolThread() {
  return (
    <div className={styles.start}>
      <ThreadPart className={styles.run} path="M100 0H8Q0 0 0 100" />
    </div>
  );
}

/** The thread from the page's margin to the section's `--path-x`, or back `out`. */
export function ThreadSweep({ out }: { out?: boolean }) {
  return (
    <ThreadPart
      className={out ? styles.out : styles.in}
      path="M0 0Q0 50 20 50H80Q100 50 100 100"
    />
  );
}

interface PartProps {
  className: string | undefined;
  path: string;
}

/** A part of the thread that is stretched to the size of its place. */
export function ThreadPart({ className, path }: PartProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
