import { Icon } from '../icon.tsx';
import { Section } from '../section.tsx';
import { Tag } from '../tag.tsx';
import styles from './complaints.module.css';
import { MarginThread } from './thread.tsx';

interface Complaint {
  icon: string;
  title: string;
  text: string;
}

/** A loose handful of hang tags. */
export function Complaints({
  heading,
  lead,
  cards,
}: {
  heading: string;
  lead: string;
  cards: readonly Complaint[];
}) {
  return (
    <Section id="problems" heading={heading} lead={lead}>
      <ul className={styles.tags}>
        {cards.map(({ icon, title, text }) => (
          <li key={title}>
            <Tag
              title={title}
              icon={<Icon sheet="landing" id={icon} size={28} />}
            >
              <p>{text}</p>
            </Tag>
          </li>
        ))}
      </ul>
      <MarginThread />
    </Section>
  );
}
