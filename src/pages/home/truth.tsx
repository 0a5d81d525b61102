import { Icon } from '../../components/icon.tsx';
import { Picture } from '../../components/picture.tsx';
import { Section } from '../../components/section.tsx';
import type { truth } from '../../content/home.ts';
import { icons } from './icons.ts';
import { MarginThread } from './thread.tsx';
import styles from './truth.module.css';

const marks = [
  <Icon key="you" d={icons.you} size={44} />,
  <Picture key="pear" src="/pictures/pear.svg" alt="" width={64} height={64} />,
  <Icon key="brand" d={icons.brand} size={44} />,
];

/** You, pear and the brand, held together by one thread. */
export function Truth({ heading, lead, parts }: typeof truth) {
  return (
    <Section id="truth" heading={heading} lead={lead} raised>
      <div className={styles.frame}>
        <ul className={styles.parts}>
          {parts.map(({ title, text, via }, index) => (
            <li key={title} className={styles.part}>
              {via && <span className={styles.via}>{via}</span>}
              <span className={styles.mark} aria-hidden="true">
                {marks[index]}
              </span>
              <p className={styles.text}>
                <b>{title}</b> {text}
              </p>
            </li>
          ))}
        </ul>
      </div>
      <MarginThread />
    </Section>
  );
}
