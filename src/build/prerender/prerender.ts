import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { createServer, type Plugin, type Rolldown } from 'vite';
import { getSiteUrl } from '../../node/settings.ts';
import { notFoundRoute, type Route, routes } from '../../routes.ts';
import { bundleScript } from '../bundle-script.ts';
import { checkScript } from '../plugins/check-browser-support.ts';
import { collectImports } from '../plugins/chunk-files.ts';
import { renderHead } from './head.ts';

const entryServer = 'src/build/prerender/entry-server.tsx';

/** Files that Finder and Explorer create in `public`. Vite copies that folder. */
const systemFilePattern = /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i;

export function prerenderPages(): Plugin {
  return {
    name: 'pear:prerender',
    async writeBundle({ dir: dist = '' }, bundle) {
      await removeSystemFiles(dist);

      const inlineScript = await bundleInlineScript('inline');
      const inlineFormScript = await bundleInlineScript('inline-form');
      const template = await readTemplate(dist);

      const server = await createServer({
        logLevel: 'error',
        appType: 'custom',
        server: { middlewareMode: true, ws: false, watch: null },
        optimizeDeps: { noDiscovery: true },
      });
      const { render } = await server.ssrLoadModule(entryServer);
      for (const route of [...routes, notFoundRoute]) {
        const markup = await render(route);
        const script = route.form ? inlineFormScript : inlineScript;
        const html = renderPage(route, template, bundle, markup, script);
        await writePage(dist, route, html);
      }
      await server.close();
    },
  };
}

async function bundleInlineScript(name: string): Promise<string> {
  // Old syntax, because this script also runs in the old browsers that it detects.
  const script = await bundleScript(`src/boot/${name}.ts`, 'es2018');
  await checkScript('The inline script', script);
  return script;
}

async function removeSystemFiles(dist: string): Promise<void> {
  for (const file of await readdir(dist, { recursive: true })) {
    const isSystemFile = systemFilePattern.test(path.basename(file));
    if (isSystemFile) await rm(path.join(dist, file));
  }
}

/**
 * Returns Vite's index.html without the tags that Vite has added, because `renderHead`
 * and the inline script replace these tags.
 */
async function readTemplate(dist: string): Promise<string> {
  const html = await readFile(path.join(dist, 'index.html'), 'utf8');
  return html.replace(
    /\s*<(link rel="(stylesheet|modulepreload)"[^>]*|script type="module"[^>]*><\/script)>/g,
    '',
  );
}

async function writePage(
  dist: string,
  route: Route,
  html: string,
): Promise<void> {
  const name = route.path === '/' ? '/index' : route.path;
  const file = path.join(dist, `${name}.html`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, html);
}

function renderPage(
  route: Route,
  template: string,
  bundle: Rolldown.OutputBundle,
  markup: string,
  inlineScript: string,
): string {
  const entryChunk = findChunk(bundle, entryModule);
  const pageChunk = findChunk(bundle, `/src/pages/${route.page}.tsx`);
  const chunks = collectImports([entryChunk, pageChunk], bundle);

  const styleFiles = new Set(
    [...chunks].flatMap(({ viteMetadata }) => [
      ...(viteMetadata?.importedCss ?? []),
    ]),
  );
  const css = [...styleFiles]
    .map((file) => getSource(bundle, file))
    .join('')
    .replaceAll('</', '<\\/');

  const { preloads, content } = splitMarkup(markup);
  const head = renderHead(route, getSiteUrl(process.env), {
    css,
    styles: [...styleFiles],
    inlineScript,
    scripts: {
      path: route.path,
      entry: `/${entryChunk.fileName}`,
      files: [...chunks].map(({ fileName }) => `/${fileName}`),
    },
    // The first view needs these fonts, for its text and for its headings.
    fonts: Object.keys(bundle).filter((file) =>
      /(poppins-latin-400|lora-latin-600)-normal.*\.woff2$/.test(file),
    ),
    preloads,
    scriptHashes: [computeHash(inlineScript)],
    styleHash: computeHash(css),
    project: process.env.VITE_FIREBASE_PROJECT_ID,
    hasAnalytics: Boolean(process.env.VITE_FIREBASE_MEASUREMENT_ID),
  });

  return template
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => content);
}

/**
 * Divides the markup into the links by which React preloads the first pictures, and the
 * page itself. In the head, before the styles, a browser finds these links earlier.
 */
function splitMarkup(markup: string): { preloads: string; content: string } {
  const [preloads = ''] = /^(<link rel="preload"[^>]*>)*/.exec(markup) ?? [];
  return { preloads, content: markup.slice(preloads.length) };
}

const entryModule = '/src/main.tsx';

function findChunk(bundle: Rolldown.OutputBundle, module: string) {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    if (file.moduleIds.some((id) => id.endsWith(module))) return file;
  }
  throw new Error(`The build has no chunk of ${module}`);
}

function getSource(bundle: Rolldown.OutputBundle, file: string) {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`The build has no ${file}`);
  return String(asset.source).trim();
}

function computeHash(source: string): string {
  return `'sha256-${hash('sha256', source, 'base64')}'`;
}
