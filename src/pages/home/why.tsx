import { Link } from 'react-router-dom';
import { Section } from '../../components/section.tsx';
import { MarginThread } from './thread.tsx';
import styles from './why.module.css';

export function Why({
  heading,
  statement: [before, stitched, after],
  link,
}: {
  heading: string;
  /** The middle part is underlined with a seam. */
  statement: readonly [string, string, string];
  link: { to: string; label: string };
}) {
  return (
    <Section id="why" raised>
      <h2 id="why" className={styles.heading}>
        {heading}
      </h2>
      <p className={styles.statement}>
        {before}
        <em>{stitched}</em>
        {after}
      </p>
      <p>
        <Link to={link.to} className={styles.more}>
          {link.label}
        </Link>
      </p>
      <MarginThread />
    </Section>
  );
}
