import type { ReactNode } from 'react';
import { markProductName } from '../mark-product-name.tsx';
import bodies from './page-body.module.css';
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

/** A page with an introduction above its content. */
export function PageWithHead({
  children,
  ...head
}: Props & { children?: ReactNode }) {
  return (
    <div className={bodies.body}>
      <PageHead {...head} wide />
      {children}
    </div>
  );
}
