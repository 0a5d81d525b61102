import { ButtonLink, type LinkData } from './button.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import styles from './next-step.module.css';

/** A text link with an arrow. */
export function MoreLink({ to, label }: LinkData) {
  return (
    <Link to={to} className={styles.link}>
      {label}
      <Icon d="M5 12h14M12 5l7 7-7 7" size={18} />
    </Link>
  );
}

interface NextStepProps extends LinkData {
  text: string;
  /** Whether the ground is light, on pages that have no other light ground. */
  linen?: boolean;
}

/** The end of a page: one sentence and one link. */
export function NextStep({ text, linen, ...link }: NextStepProps) {
  return (
    <div className={linen ? `${styles.next} ${styles.linen}` : styles.next}>
      <div className={styles.inner}>
        <p className={styles.text}>{text}</p>
        <ButtonLink {...link} />
      </div>
    </div>
  );
}
