import { expect, test } from 'vitest';
import firebase from '../../firebase.json' with { type: 'json' };
import { findAddress } from '../../src/addresses.ts';
import { routes } from '../../src/routes.ts';

const findPagePath = (path: string) =>
  findAddress(new URL(path, 'https://a.example'));

/** All paths that a release had. Never remove one, because links may exist. */
const releasedPaths = [
  ...['/', '/about', '/advantage', '/brandSignup', '/brands', '/careers'],
  ...['/consumer', '/faq', '/feed', '/feedback', '/mission', '/waitlist'],
  '/takebackcontrol',
];

test.each(releasedPaths)('links to the path %s still work', (path) => {
  expect(findPagePath(path)).toBeDefined();
});

test('findAddress and Hosting agree on the redirect of each former address', () => {
  const { redirects } = firebase.hosting;
  for (const { source, destination } of redirects) {
    // A source such as `/@(Faqs|FAQs)` matches several addresses.
    const [, names = source.slice(1)] = /@\((.*)\)/.exec(source) ?? [];
    for (const name of names.split('|'))
      expect(findPagePath(`/${name}`), source).toBe(destination);
  }
  for (const { path: destination, formerPaths = [] } of routes)
    for (const source of formerPaths)
      expect(redirects).toContainEqual({ source, destination, type: 301 });
});
