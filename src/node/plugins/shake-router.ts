import type { Plugin } from 'vite';

/**
 * Marks the contexts and components of react-router as free of side effects and
 * removes their display names, so the bundler can drop the unused two thirds of
 * the package. Only data routers use the class with a `contextType`.
 */
export function shakeRouter(): Plugin {
  return {
    name: 'pear:shake-router',
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
