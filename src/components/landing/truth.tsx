import { Shirt, UserRound } from 'lucide-react';
import { Section } from '../section.tsx';
import { MarginThread } from './thread.tsx';
import styles from './truth.module.css';

interface Part {
  title: string;
  text: string;
}

const marks = [
  <UserRound key="you" size={36} strokeWidth={1.5} />,
  <img key="pear" src="/pictures/pear.svg" alt="" width={48} height={48} />,
  <Shirt key="brand" size={36} strokeWidth={1.5} />,
];

/** You, pear and the brand, held together by one thread. */
export function Truth({
  heading,
  lead,
  parts,
}: {
  heading: string;
  lead: string;
  parts: readonly Part[];
}) {
  return (
    <Section id="truth" heading={heading} lead={lead} raised>
      <ul className={styles.parts}>
        {parts.map(({ title, text }, index) => (
          <li key={title} className={styles.part}>
            <span className={styles.mark} aria-hidden="true">
              {marks[index]}
            </span>
            <p className={styles.text}>
              <b>{title}</b> {text}
            </p>
          </li>
        ))}
      </ul>
      <MarginThread />
    </Section>
  );
}
