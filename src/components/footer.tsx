import { Link } from 'react-router-dom';
import { copyright, footerLinks } from '../content/footer.ts';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <nav aria-label="Footer" className={styles.links}>
        {footerLinks.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </nav>
      <p>{copyright}</p>
    </footer>
  );
}
