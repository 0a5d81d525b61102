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
  /** The class of another ground. */
  ground?: string | undefined;
  children?: ReactNode;
}

/** A section of a page. Without `heading`, the children contain the heading. */
export function Section(props: Props) {
  const { id, heading, lead, raised, ground, children } = props;
  const groundClass = raised ? styles.raised : ground;
  const className = groundClass
    ? `${styles.section} ${groundClass}`
    : styles.section;

  return (
    <section
      className={className}
      aria-labelledby={id}
      data-ground={groundClass && ''}
    >
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
