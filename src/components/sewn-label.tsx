import styles from './sewn-label.module.css';

/** How a label is fastened: not at all, by a pin, basting, a seam, or one corner less. */
export type Fastening = 'none' | 'pin' | 'basting' | 'seam' | 'loose';

/** The number of characters that a label has space for. */
const maxLength = 24;

/** A label with a text of the visitor in a collar. A decoration. */
export function SewnLabel({
  text,
  fastening,
}: {
  text: string;
  fastening: Fastening;
}) {
  const characters = [...text.trim()];
  const isLong = characters.length > maxLength;
  const shownText = isLong
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : characters.join('');
  return (
    <div className={styles.place} data-fastening={fastening}>
      <div
        className={styles.label}
        data-size={findSize(characters.length)}
        dir="auto"
        translate="no"
      >
        {shownText && <span>{shownText}</span>}
      </div>
      <i className={styles.side} />
      <i className={styles.side} />
      <i className={styles.side} />
      <i className={styles.side} />
    </div>
  );
}

/** Returns a size for the text, from large to small, so that it fits on the label. */
function findSize(length: number): number {
  const longestTexts = [9, 13, 18];
  return longestTexts.filter((longest) => length > longest).length;
}
