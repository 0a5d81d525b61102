/** What the site stores with an entry of the history, beside what the router does. */
export interface HistoryState {
  /** The id of the unsent message that the visitor came here to edit. */
  edit?: string;
  /** The key that the entry had before its edit ended. */
  ended?: string;
  /** The disclosures that are open, by their place among those of the page. */
  open?: readonly number[];
  /** The brands that are picked on the landing page. */
  picked?: readonly string[];
}

/** Leaves out what has another type: any script may write to the history. */
export function historyStateOf({ state }: { state: unknown }): HistoryState {
  const { edit, ended, open, picked } = Object(state);
  return {
    ...(typeof edit === 'string' && { edit }),
    ...(typeof ended === 'string' && { ended }),
    ...(Array.isArray(open) && { open }),
    ...(Array.isArray(picked) && { picked }),
  };
}

/** The whole state of the current entry, also the router's part of it. */
let entry: unknown;

/** To be called whenever the router has changed the entry. */
export function readEntry(): void {
  entry = history.state;
}

/** Stores more with the current entry, for Back and Forward. */
export function keepInEntry(more: HistoryState): void {
  const { state } = history;
  replaceEntry({ ...state, usr: { ...state?.usr, ...more } });
}

/** Gives the entry that a changed hash has made the state of the one before. */
export function adoptEntry(): void {
  replaceEntry(entry);
}

function replaceEntry(state: unknown): void {
  try {
    history.replaceState(state, '');
    readEntry();
  } catch {
    // Safari allows 100 of these calls in 10 seconds.
  }
}
