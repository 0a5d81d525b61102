import type { ReactNode } from 'react';
import { Picture, type PictureData } from '../../components/picture.tsx';
import styles from './left-alone.module.css';

/** A page with nothing on it but a picture, a word and a way on. */
export function LeftAlone({
  heading,
  text,
  picture,
  children,
}: {
  heading: string;
  text: string;
  picture: PictureData;
  children: ReactNode;
}) {
  return (
    <section className={styles.place}>
      <Picture {...picture} first className={styles.picture} />
      <h1 className={styles.heading}>{heading}</h1>
      <p className="lead">{text}</p>
      <p>{children}</p>
    </section>
  );
}
