/** What moves or colours a terminal. */
export const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of visitors or servers that leaves the terminal as it is. */
export function printable(text: string): string {
  return text.replace(unprintable, ' ');
}
