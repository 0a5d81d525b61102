import { ButtonLink } from '../components/button.tsx';
import { Picture } from '../components/picture.tsx';
import { notFoundPage } from '../content/not-found.ts';
import styles from './not-found.module.css';

/** Nothing but a picture, a word and a way on. */
export function Page() {
  const { heading, text, home, picture } = notFoundPage;
  return (
    <section className={styles.place}>
      <Picture {...picture} first className={styles.picture} />
      <h1 className={styles.heading}>{heading}</h1>
      <p className="lead">{text}</p>
      <p>
        <ButtonLink {...home} />
      </p>
    </section>
  );
}
