import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { copyright, footerLinks, footerPages } from '../content/footer.ts';
import { nameOf, routes } from '../routes.ts';
import styles from './footer.module.css';

const pages = routes.filter(({ path }) => footerPages.includes(path));

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.label}>
        <p className={styles.name}>
          <Logo />
          pear
        </p>
        <nav aria-label="Footer" className={styles.nav}>
          <ul className={styles.links}>
            {footerLinks.map(({ to, label, name }) => (
              <li key={to}>
                <Link to={to} aria-label={name}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <ul className={styles.links}>
            {pages.map((page) => (
              <li key={page.path}>
                <Link to={page.path}>{nameOf(page)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.small}>{copyright}</p>
      </div>
    </footer>
  );
}
