import type { Plugin, Rolldown } from 'vite';

/**
 * Gives pages a table from each on-demand module's path (as load-chunk.ts names
 * it) to its built files, for retries, preloading and error messages.
 */
export function chunkFiles(): Plugin {
  let source: string;
  return {
    name: 'pear:chunk-files',
    configResolved({ root }) {
      source = `${root}/src/`;
    },
    buildStart() {
      // No page loads this module yet. The build keeps it for the first that will.
      const id = `${source}firebase/storage.ts`;
      this.emitFile({ type: 'chunk', id, preserveSignature: 'strict' });
    },
    generateBundle(_options, bundle) {
      const onDemand = [...this.getModuleIds()].filter((id) =>
        this.getModuleInfo(id)?.dynamicImporters.some((importer) =>
          importer.startsWith(source),
        ),
      );
      // Sorted, because the table is not part of the hash in the file's name.
      const files = filesOf(source, onDemand.sort(), bundle);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        // In two steps, so that the table is in the code once.
        chunk.code = chunk.code
          .replaceAll('typeof __CHUNK_FILES__', '"object"')
          .replaceAll('__CHUNK_FILES__', () => `(${JSON.stringify(files)})`);
      }
    },
  };
}

/**
 * Returns the addresses of each module's chunk and of what the chunk imports
 * beyond the entry's own files. Throws if another chunk imports one of these
 * chunks, because a retry may run it under a second address.
 */
function filesOf(
  source: string,
  modules: readonly string[],
  bundle: Rolldown.OutputBundle,
): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((f) => f.type === 'chunk');
  const entry = chunks.find((one) => one.facadeModuleId?.endsWith('.html'));
  const shared = new Set(entry && withImports(entry, bundle));
  const table = modules.map((id) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
    const { fileName } = chunk ?? {};
    const isShared = chunks.some(({ imports }) =>
      imports.includes(fileName ?? ''),
    );
    if (!chunk || isShared || !id.startsWith(source)) {
      throw new Error(
        `${id} has no chunk of its own: load a module of src that nobody imports statically`,
      );
    }
    // The chunk itself first.
    const own = [...withImports(chunk, bundle)].reverse();
    const files = own.filter((one) => !shared.has(one));
    const name = id.slice(source.length).replace(/\.tsx?$/, '');
    return [name, files.map(({ fileName }) => `/${fileName}`)] as const;
  });
  return Object.fromEntries(table);
}

/** Adds a chunk to those found, after all that it imports statically. */
export function withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk' && !found.has(imported))
      withImports(imported, bundle, found);
  }
  return found.add(chunk);
}
