import { ButtonLink } from '../../components/button.tsx';
import styles from './call-to-action.module.css';
import { ThreadRun } from './thread.tsx';

interface Way {
  to: string;
  label: string;
}

/** Where the thread ends. */
export function CallToAction({
  heading,
  lead,
  join,
  connect,
}: {
  heading: string;
  lead: string;
  join: Way;
  connect: Way;
}) {
  return (
    <section className={styles.call} aria-labelledby="call">
      <div className={styles.end}>
        <ThreadRun way="in" />
      </div>
      <img
        className={styles.pear}
        src="/pictures/pear.svg"
        alt=""
        width={112}
        height={112}
        loading="lazy"
        decoding="async"
      />
      <h2 id="call">{heading}</h2>
      <p className="lead">{lead}</p>
      <p className={styles.actions}>
        <ButtonLink to={join.to}>{join.label}</ButtonLink>
        <ButtonLink to={connect.to} quiet>
          {connect.label}
        </ButtonLink>
      </p>
    </section>
  );
}
