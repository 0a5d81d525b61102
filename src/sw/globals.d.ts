// TypeScript's libraries lack Background Sync, because only Chromium has it.
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

interface WorkerGlobalScope {
  /** The build's list of files. */
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[];
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}
