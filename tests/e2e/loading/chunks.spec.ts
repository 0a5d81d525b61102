import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';
import { join, shopper, thanks } from '../../support/waitlist.ts';

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
    await hydrated(page);
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
  await page.clock.install({ time: '2026-01-01T09:00' });
  await page.goto('/careers');
  await hydrated(page);
  await page.getByLabel('Name').fill('Ada');
  await context.route(chunk, () => undefined);
  // An installed clock goes on by itself; the limit is counted to the second.
  await page.clock.pauseAt('2026-01-01T10:00');
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

const entry = /\/static\/js\/index-[^/]*\.js/;

test('without the entry, what is typed and sent waits for it', async ({
  page,
  context,
  records,
}) => {
  await context.route(entry, (route) => route.abort());
  await page.clock.install();
  await page.goto('/waitlist');
  const failure = page.getByRole('alert').filter({ hasText: 'failed' });
  await expect(failure).toContainText('Loading chunk failed: network');
  await expect(failure).toContainText(entry);
  await join(page);
  await context.unroute(entry);
  await page.clock.runFor(5000);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(failure).toBeHidden();
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('without the entry, a reload brings back what was typed', async ({
  page,
  context,
}) => {
  await context.route(entry, (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  await page.goto('/careers');
  const failure = page.getByRole('alert').filter({ hasText: 'failed' });
  await expect(failure).toContainText('Loading chunk failed: missing');
  await page.getByLabel('Name').fill('Ada');
  await context.unroute(entry);
  await failure.getByRole('link', { name: 'Reload' }).click();
  await hydrated(page);
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
});

const sending = /\/static\/js\/sending-[^/]*\.js/;

test('what sending needs is asked for again, and a reload is offered', async ({
  page,
  context,
  records,
}) => {
  await context.route(sending, (route) => route.abort());
  await page.goto('/waitlist');
  await hydrated(page);
  await join(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Something went wrong. Please try again.',
  );
  await expect(page.getByText('Loading chunk failed: network')).toContainText(
    sending,
  );
  await page.getByRole('link', { name: 'Reload' }).click();
  await hydrated(page);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.unroute(sending);
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('code that was asked for ahead in vain is asked for again', async ({
  page,
  context,
}) => {
  await page.goto('/careers');
  await hydrated(page);
  await context.route(chunk, (route) => route.abort());
  const mission = page.getByRole('link', { name: 'Mission' }).first();
  const failed = page.waitForEvent('requestfailed', (request) =>
    chunk.test(request.url()),
  );
  await mission.hover();
  await failed;
  await context.unroute(chunk);
  await mission.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Our Mission',
  );
});
