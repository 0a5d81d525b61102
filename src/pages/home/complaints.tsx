import { Icon } from '../../components/icon.tsx';
import { Section } from '../../components/section.tsx';
import { Tag } from '../../components/tag.tsx';
import type { complaints } from '../../content/home.ts';
import styles from './complaints.module.css';
import { icons } from './icons.ts';
import { MarginThread } from './thread.tsx';

/** A loose handful of hang tags. */
export function Complaints({ heading, lead, cards }: typeof complaints) {
  return (
    <Section id="problems" heading={heading} lead={lead}>
      <ul className={styles.tags}>
        {cards.map(({ icon, title, text }) => (
          <li key={title}>
            <Tag title={title} icon={<Icon d={icons[icon]} size={32} />}>
              <p>{text}</p>
            </Tag>
          </li>
        ))}
      </ul>
      <MarginThread />
    </Section>
  );
}
