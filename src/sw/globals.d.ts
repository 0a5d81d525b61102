// Neither API is in TypeScript's libraries: one engine has them.
interface WorkerNavigator {
  readonly connection?: { readonly saveData?: boolean };
}
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}
