/** Messages of a page to a worker that is replaced, or that replaces another. */
export type UpdateMessage =
  /** To the active worker: its events stop waiting for the delivery. */
  | { type: 'make way' }
  /** To the waiting worker, sent by workbox-window. */
  | { type: 'SKIP_WAITING' };

export const prepareForUpdateMessage: UpdateMessage = { type: 'make way' };
