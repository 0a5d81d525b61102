import { unregister } from './unregister.ts';

declare const self: ServiceWorkerGlobalScope;

// What `npm run dev` serves as the worker: the one that `npm start` has
// installed at the same address would answer with the build for ever.
unregister(async () => {
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    void client.navigate(client.url).catch(() => undefined);
  }
});
