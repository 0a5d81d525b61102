import { Picture } from '../../components/picture.tsx';
import { stepTexts } from '../../content/home.ts';
import styles from './steps.module.css';
import threads from './thread.module.css';
import { MarginThread, ThreadPart, ThreadSweep } from './thread.tsx';

/** The names of the drawings in `public/pictures/steps`, by the title of the step. */
const drawings: Readonly<Record<string, number>> = {
  'Choose brands': 1,
  'User feed': 2,
  Optimized: 3,
  'Safe data sharing': 4,
  'Shop your brand': 5,
} satisfies Record<keyof typeof stepTexts.items, number>;

export function Steps() {
  const { heading, lead, items } = stepTexts;
  return (
    <section aria-labelledby="steps">
      <div className={styles.head}>
        <div className={styles.inner}>
          <h2 id="steps">{heading}</h2>
          <p className="lead">{lead}</p>
        </div>
        <MarginThread />
      </div>
      <div className={styles.path}>
        <ThreadSweep />
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of unstyled lists */}
        <ol className={styles.steps} role="list">
          {Object.entries(items).map(([title, text], index) => (
            <li key={title} className={styles.step}>
              <ThreadPart
                className={`${styles.thread} ${threads.curve}`}
                path="M50 0C50 24 96 22 96 50S50 76 50 100"
              />
              <span className={styles.button}>{index + 1}</span>
              <div className={styles.beside}>
                <div className={styles.words}>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
                <Picture
                  className={styles.picture}
                  src={`/pictures/steps/${drawings[title]}.svg`}
                  alt=""
                />
              </div>
              {index === 0 && <MarginThread />}
            </li>
          ))}
        </ol>
        <ThreadSweep out />
      </div>
    </section>
  );
}
