import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { notFound, type Route, routes } from '../../routes.ts';
import { bundleScript } from '../bundle-script.ts';
import { inPageBuild } from '../plugins/in-page-build.ts';
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

/** Writes each route as a static page: head, styles and markup in it. */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig;
  let bundle: Rolldown.OutputBundle;
  return {
    name: 'pear:prerender',
    apply: inPageBuild,
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle(_options, written) {
      bundle = written;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (!bundle) return;
        const dist = path.resolve(config.root, config.build.outDir);
        const loader = await bundleScript({
          entry: 'src/boot/main.ts',
          name: 'boot',
          // Browsers too old for the rest must be able to read it and say so.
          target: 'es2018',
          root: config.root,
        });
        await writePages(dist, bundle, await loadRenderer(config), loader);
        await fs.rm(serverBuild, { recursive: true });
      },
    },
  };
}

async function loadRenderer({ root, mode }: ResolvedConfig): Promise<Renderer> {
  await build({
    root,
    mode,
    logLevel: 'error',
    build: {
      ssr: 'src/node/prerender/entry-server.tsx',
      outDir: serverBuild,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
  });
  const entry = path.resolve(root, serverBuild, 'entry-server.js');
  return import(`${pathToFileURL(entry).href}?${Date.now()}`);
}

async function writePages(
  dist: string,
  bundle: Rolldown.OutputBundle,
  renderer: Renderer,
  loader: string,
): Promise<void> {
  const template = await fs.readFile(path.join(dist, 'index.html'), 'utf8');
  const frame = template
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    // The loader brings these.
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '');
  for (const route of [...routes, notFound]) {
    const html = await pageOf(route, frame, bundle, renderer, loader);
    const file = path.join(dist, fileOf(route));
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, html);
  }
}

function fileOf({ path: address }: Route): string {
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

async function pageOf(
  route: Route,
  frame: string,
  bundle: Rolldown.OutputBundle,
  renderer: Renderer,
  loader: string,
): Promise<string> {
  const { scripts, styles } = filesOf(route, bundle);
  const css = styles
    .map((file) => sourceOf(bundle, file))
    .join('')
    .replaceAll('</', '<\\/');
  const head = headOf(route, siteUrlOf(process.env), {
    css,
    styles,
    loader,
    scripts,
    fonts: firstViewFonts(bundle),
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

/** What a page needs: scripts in the order to load them, and styles. */
function filesOf(route: Route, bundle: Rolldown.OutputBundle) {
  const entry = chunkNamed(bundle, '/src/main.tsx');
  const page = chunkNamed(bundle, `/src/pages/${route.page}.tsx`);
  const chunks = new Set([
    ...withImports(bundle, entry),
    ...withImports(bundle, page),
  ]);
  const styles = [...chunks].flatMap((chunk) => [
    ...(chunk.viteMetadata?.importedCss ?? []),
  ]);
  return {
    scripts: {
      entry: `/${entry.fileName}`,
      files: [...chunks].map(({ fileName }) => `/${fileName}`),
    },
    styles: [...new Set(styles)],
  };
}

function chunkNamed(
  bundle: Rolldown.OutputBundle,
  module: string,
): Rolldown.OutputChunk {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    const named = file.facadeModuleId?.endsWith(module);
    if (named || file.moduleIds.some((id) => id.endsWith(module))) return file;
  }
  throw new Error(`No chunk of ${module} in the build`);
}

/** A chunk with all that it imports statically. */
function withImports(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  seen = new Set<Rolldown.OutputChunk>(),
): Rolldown.OutputChunk[] {
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk' && !seen.has(imported)) {
      withImports(bundle, imported, seen);
    }
  }
  seen.add(chunk);
  return [...seen];
}

function sourceOf(bundle: Rolldown.OutputBundle, file: string): string {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`No ${file} in the build`);
  return String(asset.source).trim();
}

/** The fonts of the first view: text and headings. */
function firstViewFonts(bundle: Rolldown.OutputBundle): string[] {
  return Object.keys(bundle).filter((file) =>
    /(poppins-latin-400|lora-latin-600)-normal.*\.woff2$/.test(file),
  );
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
