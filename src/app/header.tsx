import { useLocation } from 'react-router-dom';
import { Link } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import { routes } from '../routes.ts';
import { AudienceButtons } from './audience-buttons.tsx';
import styles from './header.module.css';
import { Menu } from './menu.tsx';

export function Header() {
  const { pathname } = useLocation();
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to="/" className={styles.wordmark}>
          <Logo />
          <span translate="no">pear</span>
        </Link>
        <nav aria-label="Main" className={styles.links}>
          {routes
            .filter(({ barText }) => barText)
            .map(({ path, barText, barAccessibleName }) => (
              <Link
                key={path}
                to={path}
                aria-label={barAccessibleName}
                aria-current={path === pathname ? 'page' : undefined}
              >
                {barText}
              </Link>
            ))}
        </nav>
        <div className={styles.buttons}>
          <AudienceButtons />
        </div>
        <Menu />
      </div>
    </header>
  );
}
