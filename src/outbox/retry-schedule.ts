// All times are in milliseconds.

/** Longest delay between two attempts to deliver a submission. */
export const maxRetryDelay = 5 * 60 * 1000;

/** Age at which an undelivered submission is shown as waiting for over a day. */
export const staleAfter = 24 * 60 * 60 * 1000;

/** Time that a first attempt has before the page shows the submission as unsent. */
export const firstAttemptGrace = 1500;

/**
 * Interval at which a page requests delivery again. A browser may stop a worker
 * while it sends, and there is no event for that.
 */
export const pollInterval = 25_000;

/** Longest delay between two attempts to read the outbox. */
export const maxReadDelay = 60_000;
