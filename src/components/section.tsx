import type { ReactNode } from 'react';
import { markProductName } from './mark-product-name.tsx';
import styles from './section.module.css';

interface Props {
  /** The id of the heading. */
  id: string;
  heading?: string;
  lead?: string;
  /** Whether the section has a lighter background. */
  raised?: boolean;
  children?: ReactNode;
}

/** A section of a page. Without `heading`, the children contain the heading. */
export function Section({ id, heading, lead, raised, children }: Props) {
  const className = raised
    ? `${styles.section} ${styles.raised}`
    : styles.section;

  return (
    <section className={className} aria-labelledby={id}>
      <div className={styles.content}>
        {heading && (
          <div className={styles.head}>
            <h2 id={id}>{markProductName(heading)}</h2>
            {lead && <p className="lead">{markProductName(lead)}</p>}
          </div>
        )}
        {children}
      </div>
    </section>
  );
}
