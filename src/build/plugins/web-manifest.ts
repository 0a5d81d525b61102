import type { ManifestOptions } from 'vite-plugin-pwa';
import { metaDescriptions } from '../../content/meta-descriptions.ts';
import fields from './web-manifest.json' with { type: 'json' };

export const manifest = {
  ...(fields as Partial<ManifestOptions>),
  description: metaDescriptions['/'] ?? '',
};
