import type { Plugin } from 'vite';

const placeholder = '__CHUNK_ADDRESSES__';
const page = /\/src\/pages\/([\w-]+)\.tsx$/;

/** Tells the entry where each page's chunk lies, for its error messages. */
export function chunkAddresses(): Plugin {
  return {
    name: 'pear:chunk-addresses',
    apply: (_config, { command, isSsrBuild }) =>
      command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((f) => f.type === 'chunk');
      const addresses = Object.fromEntries(
        chunks.flatMap(({ facadeModuleId, fileName }) => {
          const name = page.exec(facadeModuleId ?? '')?.[1];
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
