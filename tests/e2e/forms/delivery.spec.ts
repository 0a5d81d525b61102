import { expect, test } from '../../support/fixtures.ts';
import { idle } from '../../support/hydrated.ts';
import { expectSent, join } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });
/** What sending needs. */
const code = /\/static\/js\/run-/;

test('the code that delivers is fetched before it is needed, and not run', async ({
  page,
  context,
  records,
}) => {
  await context.route(code, async (route) => {
    const response = await route.fetch();
    const body = `globalThis.delivers = true;${await response.text()}`;
    await route.fulfill({ response, body });
  });
  const fetched = page.waitForResponse(code);
  await page.goto('/waitlist');
  await (await fetched).finished();
  const delivers = () => page.evaluate(() => 'delivers' in globalThis);
  await idle(page);
  expect(await delivers()).toBe(false);
  await join(page);
  await expectSent(page);
  expect(await delivers()).toBe(true);
  expect(await records.count('waitlist')).toBe(1);
});
