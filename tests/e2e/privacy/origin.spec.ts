import { expect, test } from '../../support/fixtures.ts';
import { idle } from '../../support/hydrated.ts';
import { notFoundPage, pages } from '../../support/pages.ts';
import { join, thanks, visit } from '../../support/waitlist.ts';

// The policy is read word for word in unit/node/content-security-policy.test.ts.

declare global {
  interface Window {
    blocked: string[];
    ran: string[];
  }
}

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    Object.assign(window, { blocked: [], ran: [] });
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI } = event;
      window.blocked.push(`${effectiveDirective} ${blockedURI}`);
    });
  }),
);
const blocked = () => window.blocked;

test('no page asks for anything elsewhere, or says anything', {
  tag: '@firefox',
}, async ({ page, context, network, consoleLines }) => {
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isInPage = /^(data|blob):/.test(protocol);
    if (!isInPage && origin !== network.origin) elsewhere.push(request.url());
  });
  await visit(page, '/');
  for (const { path } of [...pages, notFoundPage]) {
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await idle(page);
    expect(await page.evaluate(blocked)).toEqual([]);
  }
  await page.goto('/waitlist');
  await join(page);
  await expect(page.getByRole('status')).toHaveText(thanks);
  await page.getByRole('main').locator('a[href="/feedback"]').click();
  await expect(page).toHaveTitle("We'd love to hear from you");
  expect(await page.evaluate(blocked)).toEqual([]);
  expect(elsewhere).toEqual([]);
  expect(consoleLines).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

/** What might slip into a page's markup on its way. */
const slippedIn = `
  <script>ran.push('inline')</script>
  <script src="https://evil.example/script.js"></script>
  <img src="/no-such.png" onerror="ran.push('handler')">
  <a id="trap" href="javascript:ran.push('link')">trap</a>`;

test('a script that slipped in does not run', { tag: '@firefox' }, async ({
  page,
}) => {
  await page.route('**/about', async (route) => {
    const html = await (await route.fetch()).text();
    const body = html.replace('</body>', `${slippedIn}</body>`);
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto('/about');
  await page.locator('#trap').dispatchEvent('click');
  const found = () => page.evaluate(blocked);
  await expect.poll(async () => (await found()).length).toBeGreaterThan(3);
  for (const violation of [
    'script-src-elem inline',
    'script-src-elem https://evil.example/script.js',
    'script-src-attr inline',
  ]) {
    expect(await found()).toContain(violation);
  }
  expect(await page.evaluate(() => window.ran)).toEqual([]);
});
