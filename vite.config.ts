import * as path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { target } from './src/node/browsers.ts';
import { chunkFiles } from './src/node/plugins/chunk-files.ts';
import { devWorker } from './src/node/plugins/dev-worker.ts';
import { licenses } from './src/node/plugins/licenses.ts';
import { offlinePack } from './src/node/plugins/offline-pack.ts';
import { shakeRouter } from './src/node/plugins/shake-router.ts';
import { sitemap } from './src/node/plugins/sitemap.ts';
import { manifest } from './src/node/plugins/web-manifest.ts';
import { prerenderPages } from './src/node/prerender/prerender.ts';
import { hostingPreview } from './src/node/server/hosting.ts';
import { checkBuildSettings } from './src/node/settings.ts';

/**
 * react-router's package names its development builds alone, which are larger
 * and warn: https://github.com/remix-run/react-router/issues/14102
 */
const routerInProduction = [
  ['react-router', 'index.mjs'],
  ['react-router/dom', 'dom-export.mjs'],
].map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: path.resolve(
    `node_modules/react-router/dist/production/${file}`,
  ),
}));

/** Its package names a build for browsers far older than ours. */
const recentWorkbox = {
  find: /^workbox-window$/,
  replacement: path.resolve(
    'node_modules/workbox-window/build/workbox-window.prod.mjs',
  ),
};

/**
 * With the polyfill Vite asks for code ahead by `modulepreload` alone. Without,
 * it takes `preload` where a browser lacks that, which then complains of files
 * that come before what imports them. The polyfill itself is not wanted.
 */
const noPolyfill = {
  find: 'vite/modulepreload-polyfill',
  replacement: path.resolve('src/async/timeout.ts'),
};

/**
 * Chromium compiles the functions of such a file while it loads, beside the main
 * thread; without, when each is called: https://v8.dev/blog/explicit-compile-hints
 */
const compileAhead = '//# allFunctionsCalledOnLoad';

export default defineConfig(({ command }): ViteUserConfig => {
  checkBuildSettings(process.env);
  const licensesPlugin = licenses();
  return {
    // Vite reads no .env file: those are for deployments, and src/node reads
    // them.
    envDir: false,
    define: {
      __HAS_ANALYTICS__: Boolean(process.env.VITE_FIREBASE_MEASUREMENT_ID),
    },
    // Vite would look for a configuration outside of the checkout.
    css: { postcss: {} },
    resolve: {
      alias:
        command === 'build'
          ? [...routerInProduction, recentWorkbox, noPolyfill]
          : [],
    },
    build: {
      target,
      assetsDir: 'static',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: true },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          // licences.txt has them, in whole.
          comments: false,
          postBanner: ({ name }) => (name === 'react' ? compileAhead : ''),
          entryFileNames: scriptName,
          chunkFileNames: scriptName,
          // Evaluated in a task of its own (see boot/loader.ts). What else is shared
          // and small comes with it, instead of in one more request.
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /node_modules\/(react|react-dom|scheduler)\/|src\/(async\/timeout|components\/(picture|mark-name)|env)/,
              },
            ],
          },
        },
      },
    },
    plugins: [
      react(),
      shakeRouter(),
      ...[chunkFiles(), prerenderPages(), sitemap(), licensesPlugin].map(
        forPages,
      ),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'src/sw',
        filename: 'sw.ts',
        injectRegister: false,
        manifest,
        integration: {
          // The plugin's own entries for icons and manifest have MD5 revisions.
          beforeBuildServiceWorker: ({ injectManifest }) => {
            injectManifest.additionalManifestEntries = [];
          },
        },
        injectManifest: {
          buildPlugins: { vite: [licensesPlugin] },
          globPatterns: ['**/*.{html,js,css,woff2,svg,webmanifest}'],
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
      // Time fails no test: these limits only end what would never come.
      testTimeout: 600_000,
      hookTimeout: 600_000,
    },
  };
});

/** Applies a plugin to the build of the pages for browsers alone. */
function forPages(plugin: Plugin): Plugin {
  const apply: Plugin['apply'] = (_, { command, isSsrBuild }) =>
    command === 'build' && !isSsrBuild;
  return { ...plugin, apply };
}

/** Firebase's client is of no use offline; the worker contains its own. */
function scriptName({ moduleIds }: Rolldown.PreRenderedChunk) {
  const isForOnline = moduleIds.some((id) => id.includes('/@firebase/'));
  return `static/js/${isForOnline ? 'online/' : ''}[name]-[hash].js`;
}
