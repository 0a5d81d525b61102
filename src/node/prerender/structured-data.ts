import { faq } from '../../content/faq.ts';
import { siteDescription, siteName } from '../../content/social.ts';
import type { Route } from '../../routes.ts';

/** What search engines read about a route, as schema.org has it. */
export function structuredData(
  { page }: Route,
  siteUrl: string,
): readonly object[] {
  if (page === 'home') return [organization(siteUrl), website(siteUrl)];
  if (page === 'faq') return [questions()];
  return [];
}

function organization(siteUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: siteName,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icons/icon-512.png`,
    description: siteDescription,
  };
}

function website(siteUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: siteName,
    url: `${siteUrl}/`,
    inLanguage: 'en',
    publisher: { '@id': `${siteUrl}/#organization` },
  };
}

function questions(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faq.groups
      .flatMap(({ items }) => Object.entries(items))
      .map(([question, answer]) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
  };
}
