import type { ComponentProps } from 'react';
import styles from './drawing.module.css';
import { Picture } from './picture.tsx';

/** Shows an enlarged detail of a picture, beside text or between paragraphs. */
export function Drawing(picture: ComponentProps<typeof Picture>) {
  return (
    <div className={styles.frame}>
      <Picture {...picture} className={styles.drawing} />
    </div>
  );
}
