/** The scripts that a static page needs. */
export interface PageCode {
  entry: string;
  /** The entry with all it and the page import, each after its own imports. */
  files: readonly string[];
}
