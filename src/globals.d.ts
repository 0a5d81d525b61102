/// <reference types="vite/client" />
/// <reference path="outbox/background-sync.d.ts" />

/** Makes a variable that is missing below an error of types. */
interface ViteTypeOptions {
  strictImportMetaEnv: unknown;
}

interface ImportMetaEnv {
  readonly VITE_SITE_URL: string;
  readonly VITE_FIREBASE_API_KEY: string;
  readonly VITE_FIREBASE_PROJECT_ID?: string;
  readonly VITE_FIREBASE_APP_ID: string;
  readonly VITE_FIREBASE_STORAGE_BUCKET?: string;
  readonly VITE_FIREBASE_MEASUREMENT_ID?: string;
  readonly VITE_WORKER?: string;
}

/** Whether the build has an analytics measurement id. */
declare const __HAS_ANALYTICS__: boolean;
/** Each chunk's path and the paths of its imports. Not defined in development. */
declare const __CHUNK_FILES__: Record<string, string[]>;

interface Document {
  /** Undoes changes by translators and extensions. Returns whether there were any. */
  undoPageChanges?: () => boolean;
}

// TypeScript's libraries lack the following interfaces, because only some browsers
// have them.

interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

interface WindowEventMap {
  beforeinstallprompt: BeforeInstallPromptEvent;
}

interface Window {
  readonly trustedTypes?: {
    createPolicy<Policy>(name: string, policy: Policy): Policy;
  };
}

interface Navigator {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
  /** Whether iOS shows the site as an installed app. */
  readonly standalone?: boolean;
}
