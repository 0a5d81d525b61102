/**
 * Marks each text that is true only until pear opens. On that day, write `never` in place of
 * `string`. The type check then names every such text.
 */
export type UntilOpening = string;
