/** The addresses of the scripts that a static page needs. */
export interface PageScripts {
  entry: string;
  /** What the entry imports, then the entry, then the page's own. */
  files: readonly string[];
}

/** What a static page holds for its inline script. */
export interface PageData extends PageScripts {
  /** Of the page's route. */
  path: string;
}
