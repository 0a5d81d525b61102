import type { QuestionGroup as Group } from '../../content/faq.ts';
import styles from './question-group.module.css';

/** Questions that open to their answers without any script. */
export function QuestionGroup({ id, heading, items }: Group) {
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      <div>
        {items.map(({ question, answer }) => (
          <details key={question} className={styles.item}>
            <summary className={styles.question}>{question}</summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
