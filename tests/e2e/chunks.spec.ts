import { expect, test } from '../support/fixtures.ts';

const chunk = /\/static\/js\/mission-[^/]*\.js/;

/** Without the worker every chunk comes over the network. */
test.use({ serviceWorkers: 'block' });

for (const [kind, status] of [
  ['missing', 404],
  ['network', undefined],
] as const) {
  test(`a chunk that fails (${kind}) says so and can be tried again`, async ({
    page,
    context,
  }) => {
    await page.goto('/careers');
    await page.getByLabel('Name').fill('Ada');
    await context.route(chunk, (route) =>
      status ? route.fulfill({ status, body: '' }) : route.abort(),
    );
    const mission = page.getByRole('link', { name: 'Mission' }).first();
    await mission.click();
    const failure = page.getByRole('alert');
    await expect(failure).toContainText('Loading chunk failed');
    await expect(failure).toContainText(kind);
    await expect(failure).toContainText(chunk);
    await context.unroute(chunk);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Our Mission',
    );
    await page.goBack();
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
  });
}

test('a chunk that does not come is given up after 120 seconds', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto('/careers');
  await page.getByLabel('Name').fill('Ada');
  await context.route(chunk, () => undefined);
  const asked = page.waitForRequest(chunk);
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await asked;
  await page.clock.fastForward(119_000);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await page.clock.fastForward(1000);
  await expect(page.getByRole('alert')).toContainText('timeout');
  await expect(page.getByRole('alert')).toContainText(chunk);
});

test('where the first page cannot load its code, the text stays', async ({
  page,
  context,
}) => {
  await context.route(chunk, (route) => route.abort());
  await page.goto('/mission');
  await expect(page.getByRole('alert')).toContainText('network');
  await expect(
    page.getByRole('heading', { name: 'Our Mission' }),
  ).toBeVisible();
  await context.unroute(chunk);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.getByRole('link', { name: 'FAQs' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
});
