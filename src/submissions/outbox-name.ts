/** Shared by the pages and the worker of every release, so it must not change. */
export const outboxName = 'pear';

/**
 * The tag of Background Sync, which the browser keeps across releases. Must be a literal,
 * because sw/gone-site.ts looks for it in the worker's script.
 */
export const syncTag = 'pear-outbox';
