const env = import.meta.env;

/** The origin that canonical links are built from, without a trailing slash. */
export const siteUrl: string = (
  env.VITE_SITE_URL || 'http://localhost:4173'
).replace(/\/+$/, '');

/** The owner's Firebase project; undefined means the local Firestore. */
export const firebaseProject = env.VITE_FIREBASE_PROJECT_ID
  ? {
      projectId: env.VITE_FIREBASE_PROJECT_ID,
      apiKey: env.VITE_FIREBASE_API_KEY,
      appId: env.VITE_FIREBASE_APP_ID,
    }
  : undefined;

export const isProduction = env.PROD;

/** The switch that withdraws a broken worker from all visitors. */
export const workerIsWithdrawn = env.VITE_WORKER === 'off';
