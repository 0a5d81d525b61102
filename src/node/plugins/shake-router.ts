import type { Plugin } from 'vite';

/**
 * Marks what react-router makes as it is loaded, contexts and components, as
 * free of side effects, and leaves out their names, which are for developers:
 * so a bundler can drop what we don't use, two thirds of it. Only data routers
 * use the class that has a `contextType`.
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
