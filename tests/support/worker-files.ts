/** Returns the precache list in the script of a built worker. */
export function readPrecacheList(worker: string) {
  const [list = '[]'] = /\[\{"revision":.*?\}\]/.exec(worker) ?? [];
  return JSON.parse(list) as { url: string; revision: string | null }[];
}
