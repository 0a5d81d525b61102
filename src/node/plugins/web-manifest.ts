import { readFileSync } from 'node:fs';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { descriptions } from '../../routes.ts';
import given from './web-manifest.json' with { type: 'json' };

const [, lang = ''] =
  /<html lang="(.*?)"/.exec(readFileSync('index.html', 'utf8')) ?? [];

/** What browsers need to install the site. */
export const manifest = {
  ...(given as Partial<ManifestOptions>),
  description: descriptions['/'] ?? '',
  lang,
};
