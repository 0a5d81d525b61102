import { expect, test } from 'vitest';
import firebase from '../../firebase.json' with { type: 'json' };
import { findAddress, findDestination } from '../../src/addresses.ts';
import { footerLinks } from '../../src/content/footer.ts';
import {
  shareTitles,
  socialPictures,
} from '../../src/content/link-previews.ts';
import { metaDescriptions } from '../../src/content/meta-descriptions.ts';
import { notFoundRoute, routes } from '../../src/routes.ts';
import { releases } from '../../src/rules/releases.js';

const toUrl = (path: string) => new URL(path, 'https://a.example');
const findPagePath = (path: string) => findAddress(toUrl(path));

const releasedPaths = new Set(releases.flatMap(({ paths }) => paths));

test.each([...releasedPaths])('links to the path %s still work', (path) => {
  expect(findPagePath(path)).toBeDefined();
});

test('findAddress and Hosting agree on the redirect of each former address', () => {
  const { redirects } = firebase.hosting;
  const pages = routes.map(({ path }) => path);
  const pageRedirects = redirects.filter(({ destination }) =>
    pages.includes(destination),
  );
  for (const { source, destination } of pageRedirects) {
    for (const address of listSources(source))
      expect(findPagePath(address), source).toBe(destination);
  }
  for (const { path: destination, formerPaths = [] } of routes)
    for (const source of formerPaths)
      expect(redirects).toContainEqual({ source, destination, type: 301 });
});

test('Hosting redirects each path in lower case, and with capital first letters', () => {
  const { redirects } = firebase.hosting;
  const spellings = routes.flatMap(({ path: destination }) => {
    const capitalized = destination.replace(/(?<=\/)[a-z]/g, (letter) =>
      letter.toUpperCase(),
    );
    return [destination.toLowerCase(), capitalized]
      .filter((source) => source !== destination)
      .map((source) => ({ source, destination }));
  });
  expect(spellings.length).toBeGreaterThan(10);

  const missing = spellings.filter(
    ({ source, destination }) =>
      !redirects.some(
        (redirect) =>
          redirect.destination === destination &&
          listSources(redirect.source).includes(source),
      ),
  );
  expect(missing, 'belong in firebase.json').toEqual([]);
});

/** Returns the addresses that a source such as `/@(Faqs|FAQs)` matches. */
function listSources(source: string): string[] {
  const [, names = source.slice(1)] = /@\((.*)\)/.exec(source) ?? [];
  return names.split('|').map((name) => `/${name}`);
}

/** The redirects of files and of short links, which lead to no address of a page. */
const otherRedirects = firebase.hosting.redirects.filter(
  ({ destination }) => !routes.some(({ path }) => path === destination),
);
const getKind = (address: string) => findDestination(toUrl(address)).kind;

test('the worker leaves each redirect to Hosting that does not lead to a page', () => {
  expect(otherRedirects).not.toEqual([]);
  for (const { source } of otherRedirects)
    expect(['file', 'unknown'], source).toContain(getKind(source));
});

test('a redirect within the site leads to a file or to a page with a query', () => {
  const redirectsWithinSite = otherRedirects.filter(
    ({ destination }) => toUrl(destination).origin === toUrl('/').origin,
  );
  expect(redirectsWithinSite).not.toEqual([]);
  for (const { destination } of redirectsWithinSite)
    expect(['file', 'page'], destination).toContain(getKind(destination));
});

// Browsers store a permanent redirect (301), so the owner could not change a short link.
test('the redirect of a file is permanent, and the one of a short link is not', () => {
  for (const { source, type } of otherRedirects)
    expect(type, source).toBe(getKind(source) === 'file' ? 301 : 302);
});

test('Hosting redirects the .html address of each page that a release had', () => {
  const { redirects } = firebase.hosting;
  const paths = routes.map(({ path }) => path);
  const removedPaths = [...releasedPaths].filter((p) => !paths.includes(p));
  for (const path of removedPaths) {
    // Hosting itself redirects the .html address of a page that exists.
    const source = `${path}.html`;
    const destination = findPagePath(path);
    expect(redirects).toContainEqual({ source, destination, type: 301 });
  }
});

test('each page has a description, and every other table about pages names only pages that exist', () => {
  const all = [...routes, notFoundRoute];
  const paths = all.map(({ path }) => path);
  expect(Object.keys(metaDescriptions).sort()).toEqual(paths.sort());
  expect(paths).toEqual(expect.arrayContaining(Object.keys(shareTitles)));
  const pages = all.map(({ form, page }) => form ?? page);
  expect(pages).toEqual(expect.arrayContaining(Object.keys(socialPictures)));
});

// Such a name says where the link leads, because its visible text alone is unclear.
test('an accessible name of a link ends with the label of its page in the menu', () => {
  const barLinks = routes.map(({ path, barAccessibleName }) => ({
    to: path,
    name: barAccessibleName,
  }));
  const namedLinks = [...barLinks, ...footerLinks].filter(({ name }) => name);
  expect(namedLinks).not.toEqual([]);
  for (const { to, name } of namedLinks) {
    const menuText = routes.find(({ path }) => path === to)?.menuText ?? to;
    expect(name?.endsWith(menuText), `${name} for ${menuText}`).toBe(true);
  }
});
