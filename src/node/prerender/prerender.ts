import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { notFound, type Route, routes } from '../../routes.ts';
import { bundleScript } from '../bundle-script.ts';
import { siteUrlOf } from '../settings.ts';
import { headOf } from './head.ts';

/** What entry-server.tsx exports. */
interface Renderer {
  firebaseProject: { projectId: string } | undefined;
  measurementId: string | undefined;
  render(path: string): Promise<string>;
}

/** Builds may run side by side, so each has a folder of its own. */
const serverBuild = `node_modules/.cache/pear/server-${process.pid}`;

/** Files of Finder and Explorer, which Vite copies from public. */
const litter = /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i;

/** Writes each route as a static page: head, styles and markup in it. */
export function prerenderPages(): Plugin {
  let dist: string;
  let bundle: Rolldown.OutputBundle;
  return {
    name: 'pear:prerender',
    writeBundle({ dir = '' }, written) {
      dist = dir;
      bundle = written;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (!bundle) return;
        for (const file of await readdir(dist, { recursive: true })) {
          if (litter.test(path.basename(file))) await rm(path.join(dist, file));
        }
        // Browsers too old for the rest must be able to read it and say so.
        const loader = await bundleScript('src/boot/inline.ts', 'es2018');
        const renderer = await loadRenderer();
        const template = await readFile(path.join(dist, 'index.html'), 'utf8');
        // The head has the styles, and the loader brings the scripts.
        const frame = template.replace(
          /\s*<(link rel="(stylesheet|modulepreload)"[^>]*|script type="module"[^>]*><\/script)>/g,
          '',
        );
        for (const route of [...routes, notFound]) {
          const name = route.path === '/' ? '/index' : route.path;
          const html = await pageOf(route, frame, bundle, renderer, loader);
          const file = path.join(dist, `${name}.html`);
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, html);
        }
        await rm(serverBuild, { recursive: true });
      },
    },
  };
}

async function loadRenderer(): Promise<Renderer> {
  await build({
    logLevel: 'error',
    build: {
      ssr: 'src/node/prerender/entry-server.tsx',
      outDir: serverBuild,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
  });
  const entry = path.resolve(serverBuild, 'entry-server.js');
  const address = `${pathToFileURL(entry).href}?${Date.now()}`;
  return import(/* @vite-ignore */ address);
}

async function pageOf(
  route: Route,
  frame: string,
  bundle: Rolldown.OutputBundle,
  renderer: Renderer,
  loader: string,
): Promise<string> {
  // In the order to load them.
  const chunks = new Set<Rolldown.OutputChunk>();
  addChunks(bundle, entryModule, chunks);
  addChunks(bundle, `/src/pages/${route.page}.tsx`, chunks);
  const styles = new Set(
    [...chunks].flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]),
  );
  const css = [...styles]
    .map((file) => sourceOf(bundle, file))
    .join('')
    .replaceAll('</', '<\\/');
  const head = headOf(route, siteUrlOf(process.env), {
    css,
    styles: [...styles],
    loader,
    scripts: {
      path: route.path,
      entry: `/${chunkOf(bundle, entryModule).fileName}`,
      files: [...chunks].map(({ fileName }) => `/${fileName}`),
    },
    // Of the first view: text and headings.
    fonts: Object.keys(bundle).filter((file) =>
      /(poppins-latin-400|lora-latin-600)-normal.*\.woff2$/.test(file),
    ),
    inlineScripts: [hashOf(loader)],
    styleHash: hashOf(css),
    project: renderer.firebaseProject?.projectId,
    hasAnalytics: Boolean(renderer.measurementId),
  });
  const markup = await renderer.render(route.path);
  return frame
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => markup);
}

const entryModule = '/src/main.tsx';

function chunkOf(
  bundle: Rolldown.OutputBundle,
  module: string,
): Rolldown.OutputChunk {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    if (file.moduleIds.some((id) => id.endsWith(module))) return file;
  }
  throw new Error(`No chunk of ${module} in the build`);
}

/** Adds a module's chunk, after all that it imports statically. */
function addChunks(
  bundle: Rolldown.OutputBundle,
  module: string,
  chunks: Set<Rolldown.OutputChunk>,
): void {
  const add = (chunk: Rolldown.OutputChunk) => {
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk' && !chunks.has(imported)) add(imported);
    }
    chunks.add(chunk);
  };
  add(chunkOf(bundle, module));
}

function sourceOf(bundle: Rolldown.OutputBundle, file: string): string {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`No ${file} in the build`);
  return String(asset.source).trim();
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
