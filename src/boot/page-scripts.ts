export interface PageScripts {
  /** Address of the entry script. */
  entry: string;
  /** The entry's imports, the entry, and the page's own scripts. */
  files: readonly string[];
}

/** The JSON in a static page that the inline script reads. */
export interface PageData extends PageScripts {
  /** Path of the page's route. */
  path: string;
}
