import type { Plugin } from 'vite';
import { siteUrlOf } from '../../node/settings.ts';
import { pageDates, routes } from '../../routes.ts';

export function sitemap(): Plugin {
  return {
    name: 'pear:sitemap',
    generateBundle() {
      const siteUrl = siteUrlOf(process.env);
      const pages = routes.map(
        ({ path }) =>
          `  <url><loc>${siteUrl}${path}</loc><lastmod>${pageDates[path] ?? pageDates.default}</lastmod></url>`,
      );
      const files = {
        'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.join('\n')}
</urlset>
`,
        'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
      };
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
