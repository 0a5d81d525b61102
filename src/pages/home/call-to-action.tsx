import { ButtonLink } from '../../components/button.tsx';
import { Picture } from '../../components/picture.tsx';
import type { action } from '../../content/home.ts';
import styles from './call-to-action.module.css';
import { ThreadRun } from './thread.tsx';

/** Where the thread ends. */
export function CallToAction({ heading, lead, join, connect }: typeof action) {
  return (
    <section className={styles.call} aria-labelledby="call">
      <div className={styles.end}>
        <ThreadRun way="in" />
      </div>
      <Picture
        className={styles.pear}
        src="/pictures/pear.svg"
        alt=""
        width={112}
        height={112}
      />
      <h2 id="call">{heading}</h2>
      <p className="lead">{lead}</p>
      <p className={`actions ${styles.actions}`}>
        <ButtonLink {...join} />
        <ButtonLink {...connect} quiet />
      </p>
    </section>
  );
}
