import type { Plugin } from 'vite';

/**
 * Marks react-router's contexts and components as free of side effects, so the
 * bundler drops the unused ones. Removes their `displayName` and `contextType`,
 * because an assignment is a side effect. Only data routers need a `contextType`.
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
            / (React\d*\.(createContext|forwardRef|memo)\()/g,
            ' /* @__PURE__ */ $1',
          ),
    },
  };
}
