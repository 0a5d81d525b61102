/** The JSON in a static page that its inline script reads. */
export interface PageData {
  /** Path of the page's route. */
  path: string;
  /** Address of the entry script. */
  entry: string;
  /** Addresses of the entry's imports, the entry, and the page's own scripts. */
  files: readonly string[];
}
