import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { copyright, footerLinks } from '../content/footer.ts';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.label}>
        <p className={styles.name}>
          <Logo />
          <span translate="no">pear</span>
        </p>
        <nav aria-label="Footer" className={styles.links}>
          {footerLinks.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <p className={styles.small}>{copyright}</p>
      </div>
    </footer>
  );
}
