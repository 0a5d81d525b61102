import type { ComponentType } from 'react';

interface PageModule {
  Page: ComponentType;
}

const modules = import.meta.glob<PageModule>('./pages/*.tsx');
const loading = new Map<string, Promise<PageModule>>();

/** Loads the page that the routes table names, once. */
export function loadPage(name: string): Promise<PageModule> {
  const known = loading.get(name);
  if (known) return known;
  const load = modules[`./pages/${name}.tsx`];
  if (!load) throw new Error(`No page ${name}`);
  const promise = load();
  loading.set(name, promise);
  promise.catch(() => loading.delete(name));
  return promise;
}
