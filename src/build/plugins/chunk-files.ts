import type { Plugin, Rolldown } from 'vite';

/** Adds the table of on-demand modules and their files for load-chunk.ts. */
export function listChunkFiles(): Plugin {
  let sourceFolder: string;
  return {
    name: 'pear:chunk-files',
    configResolved({ root }) {
      sourceFolder = `${root}/src/`;
    },
    buildStart() {
      // No page loads Firebase Storage yet, but the build must contain this module.
      const id = `${sourceFolder}firebase/file-storage.ts`;
      this.emitFile({ type: 'chunk', id, preserveSignature: 'strict' });
    },
    generateBundle(_options, bundle) {
      const onDemandIds = [...this.getModuleIds()].filter((id) =>
        this.getModuleInfo(id)?.dynamicImporters.some((importer) =>
          importer.startsWith(sourceFolder),
        ),
      );

      // Sorted, because another order would change a file but not the hash in its name.
      const files = listFiles(sourceFolder, onDemandIds.sort(), bundle);

      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;

        // Without the first replacement the code would contain the table twice.
        chunk.code = chunk.code
          .replaceAll('typeof __CHUNK_FILES__', '"object"')
          .replaceAll('__CHUNK_FILES__', () => `(${JSON.stringify(files)})`);
      }
    },
  };
}

/** Returns each module's files, except those that the entry loads. */
function listFiles(
  sourceFolder: string,
  ids: readonly string[],
  bundle: Rolldown.OutputBundle,
): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('.html'));
  const sharedChunks = collectImports(entry ? [entry] : [], bundle);

  const entries = ids.map((id) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
    const fileName = chunk?.fileName ?? '';
    const isShared = chunks.some(({ imports }) => imports.includes(fileName));
    // Refuses a shared chunk, because a retry at another address would run its code again.
    if (!chunk || isShared || !id.startsWith(sourceFolder)) {
      throw new Error(
        `${id} has no chunk of its own: load a module of src that no other module imports statically`,
      );
    }

    // Reversed, so that the module's own chunk comes first.
    const neededChunks = [...collectImports([chunk], bundle)].reverse();
    const files = neededChunks.filter((file) => !sharedChunks.has(file));
    const name = id.slice(sourceFolder.length).replace(/\.tsx?$/, '');
    return [name, files.map(({ fileName }) => `/${fileName}`)] as const;
  });

  return Object.fromEntries(entries);
}

/** Returns the chunks and all their static imports, each after its own imports. */
export function collectImports(
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): Set<Rolldown.OutputChunk> {
  const visited = new Set<Rolldown.OutputChunk>();
  const found = new Set<Rolldown.OutputChunk>();

  function visit(chunk: Rolldown.OutputChunk): void {
    // Chunks may import each other in a circle.
    if (visited.has(chunk)) return;
    visited.add(chunk);

    for (const name of chunk.imports) {
      const importedChunk = bundle[name];
      if (importedChunk?.type === 'chunk') visit(importedChunk);
    }
    found.add(chunk);
  }

  for (const chunk of chunks) visit(chunk);
  return found;
}
