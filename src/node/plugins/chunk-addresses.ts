import type { Plugin } from 'vite';

/**
 * Gives pages a table from each on-demand module's path (as load-chunk.ts names
 * it) to its built file, for retries, preloading and error messages.
 */
export function chunkAddresses(): Plugin {
  let source: string;
  return {
    name: 'pear:chunk-addresses',
    configResolved({ root }) {
      source = `${root}/src/`;
    },
    buildStart() {
      // No page loads it yet, and it is there for the first that will.
      const id = `${source}firebase/storage.ts`;
      this.emitFile({ type: 'chunk', id, preserveSignature: 'strict' });
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((f) => f.type === 'chunk');
      const files = new Map(
        chunks.map((chunk) => [chunk.facadeModuleId ?? '', chunk.fileName]),
      );
      const onDemand = [...this.getModuleIds()].filter((id) =>
        this.getModuleInfo(id)?.dynamicImporters.some((importer) =>
          importer.startsWith(source),
        ),
      );
      // In one order: the file's name tells nothing of this table.
      const addresses = addressesOf(source, onDemand.sort(), files);
      for (const chunk of chunks) {
        chunk.code = chunk.code.replaceAll(
          '__CHUNK_ADDRESSES__',
          () => `(${JSON.stringify(addresses)})`,
        );
      }
    },
  };
}

/** Takes the folder of our modules, and the file of each that has its own. */
export function addressesOf(
  source: string,
  modules: readonly string[],
  files: ReadonlyMap<string, string>,
): Record<string, string> {
  const addresses = modules.map((id) => {
    const file = files.get(id);
    if (id.startsWith(source) && file) {
      const name = id.slice(source.length).replace(/\.tsx?$/, '');
      return [name, `/${file}`] as const;
    }
    throw new Error(
      `${id} has no chunk of its own: load a module of src that nobody imports statically`,
    );
  });
  return Object.fromEntries(addresses);
}
