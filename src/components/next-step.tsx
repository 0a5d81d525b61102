import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './next-step.module.css';

/** The quiet end of a page: one sentence, one way on. */
export function NextStep({
  text,
  to,
  label,
}: {
  text: string;
  to: string;
  label: string;
}) {
  return (
    <aside className={styles.next}>
      <div className={styles.inner}>
        <p className={styles.text}>{text}</p>
        <Link to={to} className={styles.link}>
          {label}
          <ArrowRight aria-hidden="true" size={18} />
        </Link>
      </div>
    </aside>
  );
}
