import { Picture } from '../../components/picture.tsx';
import type { Advantage } from '../../content/advantage.ts';
import styles from './pattern-cards.module.css';

/** Cards of unlike width, each with the drawing that `id` names. */
export function PatternCards({ cards }: { cards: readonly Advantage[] }) {
  return (
    <ul className={styles.cards}>
      {cards.map(({ id, title, text }, index) => (
        <li key={id} className={styles.card}>
          <Picture
            src={`/pictures/advantage/${id}.svg`}
            width={240}
            height={180}
            alt=""
            first={index < 2}
            className={styles.drawing}
          />
          <div className={styles.words}>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
