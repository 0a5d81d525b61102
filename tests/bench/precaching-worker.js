import { clientsClaim } from 'workbox-core';
import { precacheAndRoute } from 'workbox-precaching';

// `npm run bench:offline` compares our worker with this one.
clientsClaim();
precacheAndRoute(self.__WB_MANIFEST);
