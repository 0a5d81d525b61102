import { firefox } from 'playwright';
import { launchOptions } from '../browsers.ts';
import type { Driver, Needs } from './engine.ts';
import { startPlaywright } from './playwright.ts';

export function startFirefox(): Promise<Driver> {
  return startPlaywright(firefox, launchOptions('firefox'), { optionsFor });
}

/** Nothing stops a worker from outside; Firefox itself does, in its time. */
function optionsFor({ shortLivedWorkers }: Needs) {
  if (!shortLivedWorkers) return undefined;
  return {
    firefoxUserPrefs: {
      'dom.serviceWorkers.idle_timeout': 500,
      // Long enough to install.
      'dom.serviceWorkers.idle_extended_timeout': 4000,
    },
  };
}
