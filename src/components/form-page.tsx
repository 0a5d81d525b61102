import type { ReactNode } from 'react';
import styles from './form-page.module.css';
import { Picture, type PictureData } from './picture.tsx';

/** One column for the form; where there is room, a drawing beside it. */
export function FormPage({
  heading,
  lead,
  picture,
  children,
}: {
  heading: string;
  lead: string;
  picture: PictureData;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.head}>
          <h1 className={styles.heading}>{heading}</h1>
          <p className="lead">{lead}</p>
        </div>
        {children}
      </div>
      <div className={styles.drawing}>
        <Picture {...picture} />
      </div>
    </div>
  );
}
