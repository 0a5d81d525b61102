import type { Plugin } from 'vite';
import pageDates from '../../content/page-dates.json' with { type: 'json' };
import { getSiteUrl } from '../../node/settings.ts';
import { type Route, routes } from '../../routes.ts';

export function sitemapAndRobots(): Plugin {
  return {
    name: 'pear:sitemap-and-robots',
    generateBundle() {
      const siteUrl = getSiteUrl(process.env);
      const files = {
        'sitemap.xml': renderSitemap(routes, siteUrl),
        'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
      };
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

export function renderSitemap(
  pages: readonly Pick<Route, 'path' | 'isUnlisted'>[],
  siteUrl: string,
): string {
  const changes: Readonly<Record<string, { date: string }>> = pageDates;
  const entries = pages
    .filter(({ isUnlisted }) => !isUnlisted)
    .map(({ path }) => {
      const date = changes[path]?.date;
      const lastmod = date ? `<lastmod>${date}</lastmod>` : '';
      return `  <url><loc>${siteUrl}${path}</loc>${lastmod}</url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
