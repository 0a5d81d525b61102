import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const production = fileURLToPath(
  new URL(
    '../../../node_modules/react-router/dist/production/index.mjs',
    import.meta.url,
  ),
);

/**
 * Leaves out of the pages what react-router brings along unasked, 2 kB in all.
 * Its package names the development build only, with checks and warnings; and
 * nothing in it tells the bundler that a component or context which nobody
 * uses, named for developer tools, may go.
 */
export function lightRouter(): Plugin {
  return {
    name: 'pear:light-router',
    apply: (_config, { command, isSsrBuild }) =>
      command === 'build' && !isSsrBuild,
    config: () => ({
      resolve: { alias: [{ find: /^react-router$/, replacement: production }] },
    }),
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(
            /^var \w+ = (?=\w+\.(forwardRef|createContext)\()/gm,
            '$&/* @__PURE__ */ ',
          ),
    },
  };
}
