import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import type { why } from '../../content/home.ts';
import { MarginThread } from './thread.tsx';
import styles from './why.module.css';

export function Why({
  heading,
  statement: [before, stitched, after],
  link,
}: typeof why) {
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
