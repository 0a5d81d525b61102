/** The JSON in a static page that its inline script reads. */
export interface PageData {
  path: string;
  entry: string;
  /** The entry's imports, the entry, and the page's own scripts. */
  files: readonly string[];
}
