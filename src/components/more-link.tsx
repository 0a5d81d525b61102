import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './more-link.module.css';

/** A link that stands alone and leads on. */
export function MoreLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={styles.link}>
      {label}
      <ArrowRight aria-hidden="true" size={18} />
    </Link>
  );
}
