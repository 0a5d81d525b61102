import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { checkBrowserSupport } from './src/build/plugins/check-browser-support.ts';
import { listChunkFiles } from './src/build/plugins/chunk-files.ts';
import { devWorker } from './src/build/plugins/dev-worker.ts';
import { fileHeaders } from './src/build/plugins/file-headers.ts';
import { licenses } from './src/build/plugins/licenses.ts';
import { offlinePack } from './src/build/plugins/offline-pack.ts';
import { shrinkScripts } from './src/build/plugins/shrink-scripts.ts';
import { sitemapAndRobots } from './src/build/plugins/sitemap-and-robots.ts';
import { treeShakeRouter } from './src/build/plugins/tree-shake-router.ts';
import { manifest } from './src/build/plugins/web-manifest.ts';
import { prerenderPages } from './src/build/prerender/prerender.ts';
import { oldestBrowsers } from './src/build/supported-browsers.ts';
import { hostingPreview } from './src/local-server/hosting.ts';
import { checkBuildSettings, getSiteUrl } from './src/node/settings.ts';

/**
 * react-router exports only development builds, which are larger and print
 * warnings: https://github.com/remix-run/react-router/issues/14102
 */
const productionRouterAliases = [
  ['react-router', 'index.mjs'],
  ['react-router/dom', 'dom-export.mjs'],
].map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: path.resolve(
    `node_modules/react-router/dist/production/${file}`,
  ),
}));

/** The default build of workbox-window supports much older browsers. */
const modernWorkboxAlias = {
  find: /^workbox-window$/,
  replacement: path.resolve(
    'node_modules/workbox-window/build/workbox-window.prod.mjs',
  ),
};

/**
 * Makes Chromium compile all functions of a file off the main thread, instead of
 * at their first calls: https://v8.dev/blog/explicit-compile-hints
 */
const compileHintsPlugin: Plugin = {
  name: 'pear:compile-hints',
  generateBundle: {
    // Runs after Vite's plugins, which prepend code. The hint must be the first line.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.fileName.includes('/online/'))
          continue;
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
};

export default defineConfig(({ command }): ViteUserConfig => {
  checkBuildSettings(process.env);
  const licensesPlugin = licenses();
  return {
    // Vite reads no .env file, because src/node/settings.ts reads them for deployments.
    envDir: false,
    define: {
      __HAS_ANALYTICS__: Boolean(process.env.VITE_FIREBASE_MEASUREMENT_ID),
      __FILE_HEADERS__: fileHeaders,
      'import.meta.env.VITE_SITE_URL': JSON.stringify(getSiteUrl(process.env)),
    },
    // Otherwise Vite searches for a PostCSS configuration outside the checkout.
    css: { postcss: {}, modules: { generateScopedName: nameStyle } },
    resolve: {
      alias:
        command === 'build'
          ? [...productionRouterAliases, modernWorkboxAlias]
          : [],
    },
    build: {
      target: oldestBrowsers,
      assetsDir: 'static',
      assetsInlineLimit: 0,
      modulePreload: {
        // It would download files a second time in browsers without `modulepreload`.
        polyfill: false,
        // load-chunk.ts preloads the scripts of a chunk.
        resolveDependencies: (_, files) =>
          files.filter((file) => file.endsWith('.css')),
      },
      reportCompressedSize: false,
      rolldownOptions: {
        // By default, constants are inlined only in conditions.
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          // licenses.txt contains the full license texts.
          comments: false,
          entryFileNames: toScriptPath,
          chunkFileNames: toScriptPath,
          assetFileNames: 'static/[name]-[hash:6][extname]',
          // boot/loader.ts runs this chunk in a separate task. Small shared modules
          // are in it too, which saves a request.
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /(?<!@firebase.*)node_modules\/idb\/|node_modules\/(react|react-dom|scheduler)\/|src\/(async\/(timeout|signal|coalesce|backoff|page-freeze)|components\/(announce|after-press|use-)|(components\/(collar|picture|mark-product-name|woven-label)|pages\/care-label\/care-label)\.tsx|env)/,
              },
            ],
          },
        },
      },
    },
    plugins: [
      react(),
      treeShakeRouter(),
      ...[
        shrinkScripts(),
        listChunkFiles(),
        compileHintsPlugin,
        checkBrowserSupport(),
        prerenderPages(),
        sitemapAndRobots(),
        licensesPlugin,
      ].map(limitToPageBuild),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'src/sw',
        filename: 'sw.ts',
        injectRegister: false,
        manifest,
        integration: {
          // The plugin would add icons and the manifest again, with MD5 revisions.
          beforeBuildServiceWorker: ({ injectManifest }) => {
            injectManifest.additionalManifestEntries = [];
          },
        },
        injectManifest: {
          buildPlugins: { vite: [licensesPlugin, checkBrowserSupport()] },
          globPatterns: [
            '**/*.{html,js,css,woff2,svg,webmanifest}',
            // Icons and pictures for shared links are elsewhere.
            'pictures/**/*.{png,jpg,webp,avif}',
          ],
          globIgnores: ['static/js/online/**'],
          manifestTransforms: [offlinePack()],
        },
      }),
      devWorker(),
      hostingPreview(),
    ],
    test: {
      projects: [
        {
          extends: true,
          test: { name: 'unit', include: ['tests/{outbox,unit}/**/*.test.ts'] },
        },
        {
          extends: true,
          test: {
            name: 'contract',
            include: ['tests/contract/**/*.test.ts'],
            globalSetup: ['tests/contract/emulator-setup.ts'],
          },
        },
      ],
      // These limits are so high that only a test that hangs reaches them.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // By default, the titles of tests show only the first 40 characters of a value.
      chaiConfig: { truncateThreshold: 0 },
      // Before each test, Vitest undoes what earlier tests have replaced.
      restoreMocks: true,
      unstubGlobals: true,
    },
  };
});

const styleSheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .map((name) => path.resolve('src', name))
  .sort();

/**
 * Names a class or an animation by the places of its style sheet and of its first
 * rule. Each page contains its styles, so short names make every page 4 % smaller.
 */
function nameStyle(name: string, address: string, css: string): string {
  const [file = ''] = address.split('?');
  const sheet = styleSheets.indexOf(file).toString(36).padStart(2, '0');
  const matches = css.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi);
  const names = [...new Set([...matches].map(([, match]) => match))];
  return `_${sheet}${names.indexOf(name).toString(36)}`;
}

/** Applies a plugin only to the browser build, not to the one for prerendering. */
function limitToPageBuild(plugin: Plugin): Plugin {
  const apply: Plugin['apply'] = (_, { command, isSsrBuild }) =>
    command === 'build' && !isSsrBuild;
  return { ...plugin, apply };
}

/**
 * Puts Firebase's chunks into a folder that the worker does not cache. Pages use
 * these chunks only online, and sw.js contains its own Firestore client.
 */
function toScriptPath({ moduleIds }: Rolldown.PreRenderedChunk) {
  const isOnlyUsedOnline = moduleIds.some((id) => id.includes('/@firebase/'));
  return `static/js/${isOnlyUsedOnline ? 'online/' : ''}[name]-[hash:6].js`;
}
