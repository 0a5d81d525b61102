import { faq } from '../../content/faq.ts';
import { siteDescription, siteName } from '../../content/social.ts';
import type { Route } from '../../routes.ts';

/** What search engines read about a route, as schema.org has it. */
export function structuredData({ page }: Route, siteUrl: string): object[] {
  const url = `${siteUrl}/`;
  const id = `${url}#organization`;
  if (page === 'home') {
    const organization = thing('Organization', {
      '@id': id,
      name: siteName,
      url,
      logo: `${url}icons/icon-512.png`,
      description: siteDescription,
    });
    const publisher = { '@id': id };
    const about = { name: siteName, url, inLanguage: 'en', publisher };
    return [organization, thing('WebSite', about)];
  }
  if (page !== 'faq') return [];
  const items = faq.groups.flatMap(({ items }) => Object.entries(items));
  const mainEntity = items.map(([question, answer]) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return [thing('FAQPage', { mainEntity })];
}

function thing(type: string, about: object): object {
  return { '@context': 'https://schema.org', '@type': type, ...about };
}
