import { Link } from 'react-router-dom';
import type { LinkData } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './more-link.module.css';

/** A link that stands alone and leads on. */
export function MoreLink({ to, label }: LinkData) {
  return (
    <Link to={to} className={styles.link}>
      {label}
      <Icon d="M5 12h14M12 5l7 7-7 7" size={18} />
    </Link>
  );
}
