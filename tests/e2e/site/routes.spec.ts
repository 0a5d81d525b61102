import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated, load } from '../../support/hydrated.ts';

const careers = 'Have a question or want to join the team?';

test.use({ serviceWorkers: 'block' });

test('routes go to the top, and Back back, also after a reload', async ({
  page,
  consoleLines,
}) => {
  await load(page, '/');
  const top = () => page.evaluate(() => scrollY);
  const contact = page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Contact: Careers & Contact' });
  await contact.scrollIntoViewIfNeeded();
  await expect.poll(top).toBeGreaterThan(600);
  const before = await top();
  await contact.click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(careers);
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(careers);
  await expect(page.locator('title')).toHaveCount(1);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', /\/careers$/);
  await expect.poll(top).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle('Sign up now');
  await expect.poll(top).toBe(before);
  await page.goForward();
  await expect(page).toHaveTitle(careers);
  await expect.poll(top).toBe(0);
  await page.reload();
  await hydrated(page);
  await page.goBack();
  await expect(page).toHaveTitle('Sign up now');
  await expect.poll(top).toBeCloseTo(before, -2);
  // Within the site the address changed alone, and after a reload it does still.
  await load(page, '/waitlist');
  await page.getByRole('link', { name: 'Careers' }).first().click();
  await expect(page).toHaveTitle(careers);
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page).toHaveTitle('Our Mission');
  const letThrough = await holdScripts(page);
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL('/careers');
  await expect(heading).toHaveText(careers);
  letThrough();
  await hydrated(page);
  await expect(heading).toHaveText(careers);
  await expect(page.getByLabel('Name')).toBeEditable();
  expect(consoleLines).toEqual([]);
});
