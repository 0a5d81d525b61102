/** Shared by the pages and the worker of every release, so it must not change. */
export const outboxName = 'pear';

/** The tag of Background Sync, which the browser keeps across releases. */
export const syncTag = 'pear-outbox';
