// All times are in milliseconds.

/** Longest delay between two attempts to deliver a submission. */
export const maxRetryDelay = 5 * 60 * 1000;

/** A page requests delivery at least this often, because browsers stop workers. */
export const pollInterval = 25_000;
