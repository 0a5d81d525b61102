interface ListedFile {
  url: string;
  revision: string | null;
}

/** Returns the list of files in the script of a built worker. */
export function listOf(worker: string): ListedFile[] {
  const [list = '[]'] = /\[\{"revision":.*?\}\]/.exec(worker) ?? [];
  return JSON.parse(list);
}
