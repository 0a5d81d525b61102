import type { Plugin, ResolvedConfig } from 'vite';

/** Says at the end of a build which settings a deployment still needs. */
export function remindOfSettings(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'pear:reminder',
    apply: (_config, { command, isSsrBuild }) =>
      command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const { VITE_FIREBASE_PROJECT_ID, VITE_SITE_URL } = config.env;
        if (VITE_FIREBASE_PROJECT_ID && !VITE_SITE_URL) {
          config.logger.warn(
            '\nThis build calls itself http://localhost:4173 in its links and sitemap: before you deploy, set VITE_SITE_URL.\n',
          );
        }
        if (VITE_FIREBASE_PROJECT_ID) return;
        config.logger.warn(
          '\nThis build has NO FIREBASE PROJECT: it sends to its own origin, where only the local Firestore answers.\nBefore you deploy, fill in .env.production (see .env.example) and npm run build.\n',
        );
      },
    },
  };
}
