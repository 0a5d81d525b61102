import type { Plugin } from 'vite';
import { inPageBuild } from './in-page-build.ts';

const placeholder = '__CHUNK_ADDRESSES__';

interface DynamicImport {
  /** The module's file. */
  id: string;
  importers: readonly string[];
}

/**
 * Gives pages a table from each on-demand module's path (as load-chunk.ts names
 * it) to its built file, for retries, preloading and error messages.
 */
export function chunkAddresses(): Plugin {
  let source: string;
  return {
    name: 'pear:chunk-addresses',
    apply: inPageBuild,
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
      // In one order: the file's name tells nothing of this table.
      const imports = [...this.getModuleIds()].sort().map((id) => ({
        id,
        importers: this.getModuleInfo(id)?.dynamicImporters ?? [],
      }));
      const files = new Map(
        chunks.map((chunk) => [chunk.facadeModuleId ?? '', chunk.fileName]),
      );
      const addresses = addressesOf(source, imports, files);
      const value = `(${JSON.stringify(addresses)})`;
      for (const chunk of chunks) {
        chunk.code = chunk.code.replaceAll(placeholder, () => value);
      }
    },
  };
}

/** Takes the folder of our modules, and the file of each that has its own. */
export function addressesOf(
  source: string,
  imports: readonly DynamicImport[],
  files: ReadonlyMap<string, string>,
): Record<string, string> {
  const addresses: Record<string, string> = {};
  for (const { id, importers } of imports) {
    if (!importers.some((importer) => importer.startsWith(source))) continue;
    const file = files.get(id);
    if (!id.startsWith(source) || !file) {
      throw new Error(
        `${id} has no chunk of its own: load a module of src that nobody imports statically`,
      );
    }
    const name = id.slice(source.length).replace(/\.tsx?$/, '');
    if (addresses[name]) throw new Error(`Two modules are called ${name}`);
    addresses[name] = `/${file}`;
  }
  return addresses;
}
