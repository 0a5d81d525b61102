/** Shared by the pages and the worker of every release, so it must not change. */
export const outboxName = 'pear';
