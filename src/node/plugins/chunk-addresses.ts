import type { Plugin } from 'vite';

const placeholder = '__CHUNK_ADDRESSES__';
/** Each page, and what a page loads later. */
const chunk =
  /\/src\/(?:pages\/|forms\/(?=sending)|outbox\/(?=run)|app\/(?=notices))([\w-]+)\.tsx?$/;

/** Tells where these chunks lie: for a second try, ahead, for messages. */
export function chunkAddresses(): Plugin {
  return {
    name: 'pear:chunk-addresses',
    apply: (_config, { command, isSsrBuild }) =>
      command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((f) => f.type === 'chunk');
      const addresses = Object.fromEntries(
        chunks.flatMap(({ facadeModuleId, fileName }) => {
          const name = chunk.exec(facadeModuleId ?? '')?.[1];
          return name ? [[name, `/${fileName}`]] : [];
        }),
      );
      const value = `(${JSON.stringify(addresses)})`;
      for (const chunk of chunks) {
        chunk.code = chunk.code.replaceAll(placeholder, () => value);
      }
    },
  };
}
