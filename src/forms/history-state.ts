/** The site's part of a history entry's state. The other part is the router's. */
export interface HistoryState {
  /** Id of the unsent submission that the page edits. */
  edit?: string | undefined;
  /** Indexes of the page's open disclosures. */
  open?: readonly number[];
  picked?: readonly string[];
  /** The words that the visitor has left out of the demo's wish. */
  dropped?: readonly string[];
}

/** Returns only the valid properties, because any script can write the state. */
export function readState({ state }: { state: unknown }): HistoryState {
  const { edit, open, picked, dropped } = Object(state);
  return {
    ...(typeof edit === 'string' && { edit }),
    ...(Array.isArray(open) && { open }),
    ...(Array.isArray(picked) && { picked }),
    ...(Array.isArray(dropped) && { dropped }),
  };
}

/** State of the current entry, including the router's part. */
let entryState: unknown;

/** Remembers the current entry's state. Must be called after each navigation. */
export function rememberEntryState(): void {
  entryState = history.state;
}

/** Adds properties that Back and Forward restore to an entry's state, if it is current. */
export function addToEntryState(key: string, added: HistoryState): void {
  const { state } = history;
  if ((state?.key ?? 'default') !== key) return;
  replaceState({ ...state, usr: { ...state?.usr, ...added } });
}

/** Copies the previous entry's state to an entry that a hash link has added. */
export function copyStateToNewEntry(): void {
  replaceState(entryState);
}

function replaceState(state: unknown): void {
  try {
    history.replaceState(state, '');
    rememberEntryState();
  } catch {
    // Safari throws after 100 calls of `replaceState` in 10 seconds.
  }
}
