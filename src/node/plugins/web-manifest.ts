import type { ManifestOptions } from 'vite-plugin-pwa';
import { descriptions } from '../../routes.ts';

const ground = '#0b0712';

/** What browsers need to install the site. */
export const manifest: Partial<ManifestOptions> = {
  name: 'pear: shop directly from verified brands',
  short_name: 'pear',
  description: descriptions['/'] ?? '',
  id: '/',
  scope: '/',
  start_url: '/',
  lang: 'en',
  display: 'standalone',
  theme_color: ground,
  background_color: ground,
  categories: ['shopping', 'lifestyle'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    {
      src: '/icons/maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
    {
      src: '/icons/monochrome-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'monochrome',
    },
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
    { name: 'Contact', url: '/careers' },
  ],
};
