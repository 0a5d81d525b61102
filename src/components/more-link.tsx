import { Link } from 'react-router-dom';
import styles from './more-link.module.css';

/** A link that stands alone and leads on. */
export function MoreLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={styles.link}>
      {label}
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M5 12h14M12 5l7 7-7 7" />
      </svg>
    </Link>
  );
}
