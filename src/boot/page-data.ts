/** The JSON in a static page that its inline script reads. */
export interface PageData {
  path: string;
  entry: string;
  /** Addresses of the entry's imports, the entry, and the page's own scripts. */
  files: readonly string[];
}
