import type { ManifestOptions } from 'vite-plugin-pwa';
import { descriptions } from '../../routes.ts';
import given from './web-manifest.json' with { type: 'json' };

/** What browsers need to install the site. */
export const manifest = {
  ...(given as Partial<ManifestOptions>),
  description: descriptions['/'] ?? '',
};
