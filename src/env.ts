// The build replaces each `import.meta.env.NAME` by its value, and then removes
// the code of features that are not configured.

/** The origin of canonical links. vite.config.ts adds the default value. */
export const siteUrl = import.meta.env.VITE_SITE_URL;

/** The owner's Firebase project, or undefined for the local Firestore. */
export const firebaseProject = import.meta.env.VITE_FIREBASE_PROJECT_ID
  ? {
      projectId: import.meta.env.VITE_FIREBASE_PROJECT_ID,
      apiKey: import.meta.env.VITE_FIREBASE_API_KEY,
      appId: import.meta.env.VITE_FIREBASE_APP_ID,
    }
  : undefined;

/** The analytics measurement ID. Without it, no analytics code is loaded. */
export const measurementId = import.meta.env.VITE_FIREBASE_MEASUREMENT_ID;

export const storageBucket = import.meta.env.VITE_FIREBASE_STORAGE_BUCKET;

export const isProduction = import.meta.env.PROD;

/** Whether the build withdraws the service worker from all visitors. */
export const isWorkerWithdrawn = import.meta.env.VITE_WORKER === 'off';
