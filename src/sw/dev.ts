import { unregister } from './unregister.ts';

declare const self: ServiceWorkerGlobalScope;

// `npm run dev` serves this worker. Without it the worker that an earlier `npm start` has
// installed would answer every request with the old build.
unregister(async () => {
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    void client.navigate(client.url).catch(() => undefined);
  }
});
