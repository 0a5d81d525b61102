import { readFileSync } from 'node:fs';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { descriptions } from '../../routes.ts';

const background = '#0b0712';

/** What browsers need to install the site. */
export const manifest: Partial<ManifestOptions> = {
  name: 'pear: shop directly from verified brands',
  short_name: 'pear',
  description: descriptions['/'] ?? '',
  id: '/',
  scope: '/',
  start_url: '/',
  lang:
    /<html lang="(.*?)"/.exec(readFileSync('index.html', 'utf8'))?.[1] ?? '',
  display: 'standalone',
  theme_color: background,
  background_color: background,
  categories: ['shopping', 'lifestyle'],
  icons: [
    icon('icon-192', 192),
    icon('icon-512', 512),
    icon('maskable-512', 512, { purpose: 'maskable' }),
    icon('monochrome-512', 512, { purpose: 'monochrome' }),
  ],
  screenshots: [
    {
      src: '/screenshots/narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'The landing page of pear on a phone',
    },
    {
      src: '/screenshots/wide.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The landing page of pear on a large screen',
    },
  ],
  shortcuts: [
    { name: 'Join the waitlist', url: '/waitlist' },
    { name: 'Careers & Contact', url: '/careers' },
  ],
};

function icon(
  name: string,
  size: number,
  more: { purpose?: 'maskable' | 'monochrome' } = {},
) {
  const sizes = `${size}x${size}`;
  return { src: `/icons/${name}.png`, sizes, type: 'image/png', ...more };
}
