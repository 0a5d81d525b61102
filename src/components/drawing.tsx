import styles from './drawing.module.css';
import { Picture, type PictureData } from './picture.tsx';

/** A drawing in its glow, at home beside text. */
export function Drawing(picture: PictureData) {
  return (
    <div className={styles.glow}>
      <Picture {...picture} className={styles.drawing} />
    </div>
  );
}
