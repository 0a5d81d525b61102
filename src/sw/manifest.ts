declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** A file of this version, as node/plugins/offline-pack.ts lists it. */
export interface ListedFile {
  readonly address: string;
  /** What the cache stores the file under. */
  readonly key: string;
  /** The first 16 bytes of the content's SHA-256, in base64. */
  readonly hash: string;
}

const list = self.__WB_MANIFEST;

/** The address of the pack, which alone has no hash in the list. */
export const pack = list.find(({ revision }) => revision === null)?.url;

/** The files of this version by their addresses. */
export const files: ReadonlyMap<string, ListedFile> = new Map(
  list.flatMap(({ url, revision: hash }) => {
    if (hash === null) return [];
    const key = new URL(url, self.location.href);
    const address = key.href;
    // The name of any other file changes with its content.
    if (!url.startsWith('/static/')) key.searchParams.set('revision', hash);
    return [[address, { address, key: key.href, hash }]];
  }),
);

/** Whether hosting lets browsers keep the file without asking again. */
export function isImmutable({ address, key }: ListedFile): boolean {
  return address === key;
}

/** Whether these bytes are those that the build produced for the file. */
export async function isBuilt(
  { hash }: ListedFile,
  bytes: BufferSource,
): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const prefix = String.fromCharCode(...new Uint8Array(digest, 0, 16));
  return btoa(prefix).startsWith(hash);
}
