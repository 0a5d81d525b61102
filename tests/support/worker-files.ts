/** Returns the precache list in the script of a built worker. */
export function readPrecacheList(worker: string) {
  const [listText = '[]'] = /\[\{"revision":.*?\}\]/.exec(worker) ?? [];
  return JSON.parse(listText) as { url: string; revision: string | null }[];
}
