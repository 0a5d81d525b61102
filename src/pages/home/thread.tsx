import styles from './thread.module.css';

/** The decorative thread down the margin of a section. */
export function MarginThread() {
  return <div className={styles.margin} aria-hidden="true" />;
}

/**
 * A segment of the sewing thread that decorates the page. `start` leads from the spool
 * to the page's edge, and `in` from the edge to the section's `--path-x`.
 */
export function ThreadSegment({ kind }: { kind: 'start' | 'in' }) {
  const isStart = kind === 'start';
  return (
    <div className={styles[kind]} aria-hidden="true">
      <Bend d={isStart ? 'M40 1Q1 1 1 40' : 'M1 0Q1 40 40 40'} />
      <div className={styles.line} />
      {!isStart && <Bend d="M0 0Q39 0 39 40" />}
    </div>
  );
}

function Bend({ d }: { d: string }) {
  return (
    <svg className={styles.bend} viewBox="0 0 40 40" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
