import { expect, test } from 'vitest';
import { getFilledButton } from '../../../src/app/filled-button.ts';
import { audienceLinks } from '../../../src/content/navigation.ts';
import { routes } from '../../../src/routes.ts';

test('the header fills the button of the visitors whom a page addresses', () => {
  expect(getFilledButton(audienceLinks.brand.to)).toBe('brand');
  expect(getFilledButton(audienceLinks.shopper.to)).toBe('shopper');
  expect(getFilledButton('/an-unknown-page')).toBe('shopper');
});

test('on a page with a form, the header fills no button', () => {
  const formPaths = routes.filter(({ form }) => form).map(({ path }) => path);
  expect(formPaths.length).toBeGreaterThan(0);
  for (const path of formPaths)
    expect(getFilledButton(path), path).toBeUndefined();
});
