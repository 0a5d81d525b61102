import { faqTexts } from '../content/faq.ts';
import {
  getSocialPicture,
  shareTitles,
  siteDescription,
  siteName,
} from '../content/link-previews.ts';
import { metaDescriptions } from '../content/meta-descriptions.ts';
import { notFoundRoute, type Route } from '../routes.ts';
import { createAddressTags, type HeadTag } from './address-tags.ts';

/**
 * Returns the tags that describe the page, except for its title. The build writes them
 * into the page's HTML, and `updateHead` into the page after a navigation.
 */
export function describePage(route: Route, siteUrl: string): HeadTag[] {
  return [
    createMeta('name', 'description', getDescription(route)),
    ...createAddressTags(route, siteUrl),
    ...createSocialTags(route, siteUrl),
    ...createStructuredData(route, siteUrl).map(createDataScript),
  ];
}

function getDescription({ path }: Route): string {
  const description = metaDescriptions[path];
  if (!description) throw new Error(`${path} has no description`);
  return description;
}

function createSocialTags(route: Route, siteUrl: string): HeadTag[] {
  if (route === notFoundRoute) return [];
  const picture = getSocialPicture(route.form ?? route.page);
  const title = shareTitles[route.path] ?? `${siteName}: ${route.title}`;
  const properties = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': getDescription(route),
    'og:url': siteUrl + route.path,
    'og:image': siteUrl + picture.path,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': picture.alt,
  };

  return [
    ...Object.entries(properties).map(([name, content]) =>
      createMeta('property', name, content),
    ),
    // Twitter reads the description and the picture from the `og:` properties.
    createMeta('name', 'twitter:card', 'summary_large_image'),
    createMeta('name', 'twitter:title', title),
    createMeta('name', 'twitter:image:alt', picture.alt),
  ];
}

function createStructuredData({ page }: Route, siteUrl: string): object[] {
  switch (page) {
    case 'home':
      return describeSite(`${siteUrl}/`);
    case 'faq':
      return [describeQuestions()];
    default:
      return [];
  }
}

function describeSite(url: string): object[] {
  const id = `${url}#organization`;
  const organization = createSchemaOrgItem('Organization', {
    '@id': id,
    name: siteName,
    url,
    logo: `${url}icons/icon-512.png`,
    description: siteDescription,
  });

  const website = createSchemaOrgItem('WebSite', {
    name: siteName,
    url,
    inLanguage: 'en',
    publisher: { '@id': id },
  });
  return [organization, website];
}

function describeQuestions(): object {
  const groups = Object.values(faqTexts.groups);
  const items = groups.flatMap((group) => Object.entries(group.items));
  const mainEntity = items.map(([question, answer]) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return createSchemaOrgItem('FAQPage', { mainEntity });
}

function createSchemaOrgItem(type: string, properties: object): object {
  return { '@context': 'https://schema.org', '@type': type, ...properties };
}

function createMeta(
  key: 'name' | 'property',
  name: string,
  content: string,
): HeadTag {
  return { name: 'meta', attributes: { [key]: name, content } };
}

function createDataScript(data: object): HeadTag {
  return {
    name: 'script',
    attributes: { type: 'application/ld+json' },
    text: JSON.stringify(data),
  };
}
