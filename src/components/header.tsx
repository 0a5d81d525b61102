import { Link } from 'react-router-dom';
import { routes } from '../routes.ts';
import { ButtonLink } from './button.tsx';
import styles from './header.module.css';

export function Header() {
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.wordmark}>
        pear
      </Link>
      <nav aria-label="Main" className={styles.links}>
        {routes
          .filter(({ bar }) => bar)
          .map(({ path, bar }) => (
            <Link key={path} to={path}>
              {bar}
            </Link>
          ))}
      </nav>
      <div className={styles.buttons}>
        <ButtonLink to="/brands" quiet>
          I'm a Brand
        </ButtonLink>
        <ButtonLink to="/consumer">I'm a Shopper</ButtonLink>
      </div>
    </header>
  );
}
