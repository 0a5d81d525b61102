import type { Plugin } from 'vite';
import { routes } from '../../routes.ts';
import { siteUrlOf } from '../settings.ts';
import { inPageBuild } from './in-page-build.ts';

/** Writes sitemap.xml and the robots.txt that points to it. */
export function sitemap(): Plugin {
  return {
    name: 'pear:sitemap',
    apply: inPageBuild,
    generateBundle() {
      const siteUrl = siteUrlOf(process.env);
      this.emitFile({
        type: 'asset',
        fileName: 'sitemap.xml',
        source: sitemapOf(siteUrl),
      });
      this.emitFile({
        type: 'asset',
        fileName: 'robots.txt',
        source: robotsOf(siteUrl),
      });
    },
  };
}

export function robotsOf(siteUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

export function sitemapOf(siteUrl: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...routes.map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
