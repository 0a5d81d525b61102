import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import {
  brandContactLink,
  copyrightText,
  footerLinks,
} from '../content/footer.ts';
import { siteUrl } from '../env.ts';
import { routes } from '../routes.ts';
import styles from './footer.module.css';

/** Links to the pages that neither the top bar nor `footerLinks` lists. */
const pageLinks: typeof footerLinks = routes
  .filter(({ path, barText }) => path !== '/' && !barText)
  .filter(({ path }) => footerLinks.every(({ to }) => to !== path))
  .map(({ path, menuText, title }) => ({ to: path, label: menuText ?? title }));

export function Footer() {
  return (
    <footer className={styles.footer}>
      <p className={styles.name}>
        <Logo />
        <span translate="no">pear</span>
      </p>
      <nav aria-label="Footer" className={styles.nav}>
        {[footerLinks, pageLinks].map((links) => (
          <ul key={links[0]?.to} className={styles.links}>
            {links.map(({ to, label, name }) => (
              <li key={to}>
                <Link to={to} aria-label={name}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <p className={styles.small}>{copyrightText}</p>
      <p className={styles.paper}>
        {`${siteUrl} ${siteUrl}${brandContactLink.to}`}
      </p>
    </footer>
  );
}
