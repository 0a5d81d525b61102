import { expect, test } from 'vitest';
import { getFilledLink } from '../../../src/app/filled-link.ts';
import { audienceLinks } from '../../../src/content/navigation.ts';
import { routes } from '../../../src/routes.ts';

test('the header fills the button of the visitors whom a page addresses', () => {
  expect(getFilledLink(audienceLinks.brand.to)).toBe('brand');
  expect(getFilledLink(audienceLinks.shopper.to)).toBe('shopper');
  expect(getFilledLink('/an-unknown-page')).toBe('shopper');
});

test('on a page with a form, the header fills no button', () => {
  const formPaths = routes.filter(({ form }) => form).map(({ path }) => path);
  expect(formPaths.length).toBeGreaterThan(0);
  for (const path of formPaths)
    expect(getFilledLink(path), path).toBeUndefined();
});
