import type { Plugin } from 'vite';

/**
 * Lets the bundler drop unused contexts, components and constants of react-router. Removes
 * assignments to `contextType`, because only data routers need that property.
 */
export function treeShakeRouter(): Plugin {
  return {
    name: 'pear:tree-shake-router',
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler: (code) =>
        code
          .replace(/^\w+\.(displayName|contextType) = .*;$/gm, '')
          .replace(
            / (React\d*\.(createContext|forwardRef|memo)\(|new Set\(|Object\.get)/g,
            ' /* @__PURE__ */ $1',
          ),
    },
  };
}
