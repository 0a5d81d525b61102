/** What the site keeps with an entry of the history, beside what the router does. */
export interface HistoryState {
  /** The id of the unsent message that the visitor came here to edit. */
  edit?: string;
  /** The key that the entry had before its edit ended. */
  ended?: string;
}

export function historyStateOf(location: { state: unknown }): HistoryState {
  return (location.state ?? {}) as HistoryState;
}
