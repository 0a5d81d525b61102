/** A file of this version. The build lists these files, and offline-pack.ts sets `hash`. */
export interface ListedFile {
  readonly address: string;
  readonly key: string;
  /** The first 16 bytes of the content's SHA-256 hash, in base64. */
  readonly hash: string;
}

const entries = self.__WB_MANIFEST;

/** The address of the offline pack, which is the only entry without a hash. */
export const packUrl = entries.find(({ revision }) => revision === null)?.url;

export const files: ReadonlyMap<string, ListedFile> = new Map(
  entries.flatMap(({ url, revision: hash }) => {
    if (hash === null) return [];
    const key = new URL(url, self.location.href);
    const address = key.href;
    // The names of files under /static/ contain a hash already.
    if (!url.startsWith('/static/')) key.searchParams.set('revision', hash);
    return [[address, { address, key: key.href, hash }]];
  }),
);

/** Whether browsers may cache the file without revalidation. */
export function isImmutable({ address, key }: ListedFile): boolean {
  return address === key;
}

/** Whether the bytes are the content that the build has produced for the file. */
export async function isVerified({ hash }: ListedFile, bytes: BufferSource) {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const prefix = String.fromCharCode(...new Uint8Array(digest, 0, 16));
  return btoa(prefix).startsWith(hash);
}
