import { clientsClaim } from 'workbox-core';
import { precacheAndRoute } from 'workbox-precaching';

// bench:offline compares our worker with this common one.
clientsClaim();
precacheAndRoute(self.__WB_MANIFEST);
