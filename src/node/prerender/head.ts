import type { PageData } from '../../boot/page-data.ts';
import { faqTexts } from '../../content/faq.ts';
import {
  getSocialPicture,
  shareTitles,
  siteDescription,
  siteName,
} from '../../content/link-previews.ts';
import { metaDescriptions, notFoundRoute, type Route } from '../../routes.ts';
import { escapeHtml } from '../escape.ts';
import { type PolicyInput, renderPolicy } from './content-security-policy.ts';

interface HeadInput extends PolicyInput {
  css: string;
  /** Names of the style sheets that `css` consists of. */
  styles: readonly string[];
  inlineScript: string;
  scripts: PageData;
  fonts: readonly string[];
}

export function renderHead(route: Route, siteUrl: string, files: HeadInput) {
  const title = escapeHtml(route.title);
  const description = escapeHtml(descriptionOf(route));
  const address = escapeHtml(siteUrl + route.path);
  return [
    `<meta http-equiv="Content-Security-Policy" content="${renderPolicy(files)}">`,
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    route === notFoundRoute
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${address}">`,
    ...createSocialTags(route, siteUrl),
    ...createStructuredData(route, siteUrl).map((data) =>
      createDataScript('ld+json', data),
    ),
    ...files.fonts.map(
      (file) =>
        `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
    ),
    `<style>${files.css}</style>`,
    // Because of these links, Vite does not load the inlined styles again.
    ...files.styles.map(
      (file) => `<link rel="stylesheet" href="/${file}" disabled>`,
    ),
    createDataScript('json', files.scripts),
    `<script>${files.inlineScript}</script>`,
  ].join('\n    ');
}

function descriptionOf({ path }: Route): string {
  const description = metaDescriptions[path];
  if (!description) throw new Error(`${path} has no description`);
  return description;
}

function createSocialTags(route: Route, siteUrl: string): string[] {
  if (route === notFoundRoute) return [];
  const picture = getSocialPicture(route.form ?? route.page);
  const title = shareTitles[route.path] ?? `${siteName}: ${route.title}`;
  const properties = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': descriptionOf(route),
    'og:url': siteUrl + route.path,
    'og:image': siteUrl + picture.path,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': picture.alt,
  };
  return [
    ...Object.entries(properties).map(
      ([name, content]) =>
        `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    // Twitter reads the description and the picture from the `og:` properties.
    '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="twitter:title" content="${escapeHtml(title)}">`,
    `<meta name="twitter:image:alt" content="${escapeHtml(picture.alt)}">`,
  ];
}

/** Returns a JSON script, which needs no hash in the policy. Escapes `</script>`. */
function createDataScript(type: 'json' | 'ld+json', data: object): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/${type}">${json}</script>`;
}

function createStructuredData({ page }: Route, siteUrl: string): object[] {
  const url = `${siteUrl}/`;
  const id = `${url}#organization`;
  if (page === 'home') {
    const organization = createSchemaOrgItem('Organization', {
      '@id': id,
      name: siteName,
      url,
      logo: `${url}icons/icon-512.png`,
      description: siteDescription,
    });
    const publisher = { '@id': id };
    const properties = { name: siteName, url, inLanguage: 'en', publisher };
    return [organization, createSchemaOrgItem('WebSite', properties)];
  }
  if (page !== 'faq') return [];
  const groups = Object.values(faqTexts.groups);
  const items = groups.flatMap(({ items }) => Object.entries(items));
  const mainEntity = items.map(([question, answer]) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return [createSchemaOrgItem('FAQPage', { mainEntity })];
}

function createSchemaOrgItem(type: string, properties: object): object {
  return { '@context': 'https://schema.org', '@type': type, ...properties };
}
