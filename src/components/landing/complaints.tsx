import {
  BadgeAlert,
  Coins,
  Footprints,
  Layers,
  Megaphone,
  Store,
} from 'lucide-react';
import { Section } from '../section.tsx';
import { Tag } from '../tag.tsx';
import styles from './complaints.module.css';
import { MarginThread } from './thread.tsx';

const icons = {
  ads: Megaphone,
  resellers: Store,
  tracking: Footprints,
  fakes: BadgeAlert,
  noise: Layers,
  price: Coins,
};

interface Complaint {
  icon: keyof typeof icons;
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
        {cards.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li key={title}>
              <Tag title={title} icon={<Icon size={28} strokeWidth={1.5} />}>
                <p>{text}</p>
              </Tag>
            </li>
          );
        })}
      </ul>
      <MarginThread />
    </Section>
  );
}
