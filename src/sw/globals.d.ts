// TypeScript's libraries lack Background Sync, because only Chromium has it.
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

/** The headers of the cached files, by the build's file-headers.ts. */
declare const __FILE_HEADERS__: {
  everywhere: Record<string, string>;
  static: Record<string, string>;
  types: Record<string, string>;
};

interface WorkerGlobalScope {
  /** The build's list of files. */
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[];
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}
