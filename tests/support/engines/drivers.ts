import type { Engine } from '../browsers.ts';
import { startChromium } from './chromium.ts';
import type { Driver } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebkit } from './webkit.ts';

export const startDriver: Record<Engine, () => Promise<Driver>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebkit,
};
