import { expect, test } from 'vitest';
import firebase from '../../firebase.json' with { type: 'json' };
import { socialPictures } from '../../src/content/link-previews.ts';
import { findAddress, routes } from '../../src/routes.ts';

const offline = (path: string) =>
  findAddress(new URL(path, 'https://a.example'));

/** The paths of every release. Links still lead there, so this list only grows. */
const released = [
  ...['/', '/about', '/advantage', '/brandSignup', '/brands', '/careers'],
  ...[
    '/consumer',
    '/faq',
    '/feed',
    '/feedback',
    '/mission',
    '/takebackcontrol',
  ],
  '/waitlist',
];

test.each(released)(
  '%s leads to a page, also after a route is renamed',
  (path) => {
    expect(offline(path)).toBeDefined();
  },
);

test('a former address leads to the same page online and offline', () => {
  const { redirects } = firebase.hosting;
  for (const { source, destination } of redirects) {
    // A source such as `/@(Faqs|FAQs)` is several addresses.
    const [, all = source.slice(1)] = /@\((.*)\)/.exec(source) ?? [];
    for (const one of all.split('|'))
      expect(offline(`/${one}`), source).toBe(destination);
  }
  for (const { path: destination, former = [] } of routes)
    for (const source of former)
      expect(redirects).toContainEqual({ source, destination, type: 301 });
});

test('every picture for shared links belongs to a page or its form', () => {
  const names = routes.map(({ page, form }) => form ?? page);
  for (const name of Object.keys(socialPictures)) expect(names).toContain(name);
});
