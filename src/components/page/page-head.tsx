import { markProductName } from '../mark-product-name.tsx';
import styles from './page-head.module.css';

interface Props {
  heading: string;
  lead: string;
  /** Whether wide windows show the introduction beside the heading. */
  wide?: boolean;
}

/** The heading and introduction of a page without a hero. */
export function PageHead({ heading, lead, wide }: Props) {
  return (
    <div className={wide ? `${styles.head} ${styles.wide}` : styles.head}>
      <h1>{heading}</h1>
      <p className={styles.lead}>{markProductName(lead)}</p>
    </div>
  );
}
