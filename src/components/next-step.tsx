import type { LinkData } from './button.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { markProductName } from './mark-product-name.tsx';
import styles from './next-step.module.css';

/** A text link with an arrow. */
export function MoreLink({ to, label }: LinkData) {
  return (
    <Link to={to} className={styles.link}>
      <span>{markProductName(label)}</span>
      <Icon d="M5 12h14M12 5l7 7-7 7" size={18} />
    </Link>
  );
}

interface NextStepProps extends LinkData {
  text: string;
  /** The class of `endings` that is the cloth. */
  cloth: string | undefined;
}

/** The end of a page: one sentence, and a link on a label. */
export function NextStep({ text, to, label, cloth }: NextStepProps) {
  return (
    <div className={`${styles.next} ${cloth}`}>
      <div className={styles.inner}>
        <p className={styles.text}>{text}</p>
        <Link to={to} className={styles.label}>
          {label}
        </Link>
      </div>
    </div>
  );
}
