import type { LinkData } from './button.tsx';
import { MoreLink } from './more-link.tsx';
import styles from './next-step.module.css';

/** The quiet end of a page: one sentence, one way on. */
export function NextStep({ text, ...link }: LinkData & { text: string }) {
  return (
    <div className={styles.next}>
      <div className={styles.inner}>
        <p className={styles.text}>{text}</p>
        <MoreLink {...link} />
      </div>
    </div>
  );
}
