import type { ComponentProps } from 'react';
import styles from './drawing.module.css';
import { Picture } from './picture.tsx';

/** A drawing in its glow, at home beside text. */
export function Drawing(picture: ComponentProps<typeof Picture>) {
  return (
    <div className={styles.glow}>
      <Picture {...picture} className={styles.drawing} />
    </div>
  );
}
