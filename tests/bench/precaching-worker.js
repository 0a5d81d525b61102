import { clientsClaim } from 'workbox-core';
import { precacheAndRoute } from 'workbox-precaching';

// The usual worker, which bench:offline gives the same files to install.
clientsClaim();
precacheAndRoute(self.__WB_MANIFEST);
