import type { BrowserContext } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { fillIn, submit, waitlistForm } from '../../support/forms.ts';
import { idle } from '../../support/hydrated.ts';
import { notFoundPage, pages } from '../../support/pages.ts';
import { visit } from '../../support/waitlist.ts';

declare global {
  interface Window {
    ran?: string[];
    tellViolation(text: string): void;
  }
}

/** Everything that page and worker ask for elsewhere, with what blocks it. */
async function watch(context: BrowserContext, origin: string) {
  const elsewhere: string[] = [];
  const violations: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (/^(data|blob):/.test(protocol)) return;
    if (to !== origin) elsewhere.push(request.url());
  });
  await context.exposeBinding('tellViolation', (_source, text: string) => {
    violations.push(text);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event;
      window.tellViolation([effectiveDirective, blockedURI, sample].join(' '));
    });
  });
  return { elsewhere, violations };
}

test('no page asks for anything elsewhere, or says anything', {
  tag: '@firefox',
}, async ({ page, context, network, consoleLines }) => {
  const { elsewhere, violations } = await watch(context, network.origin);
  await visit(page, '/');
  for (const { path } of [...pages, notFoundPage]) {
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await idle(page);
  }
  await page.goto('/waitlist');
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expect(page.getByRole('status')).toBeVisible();
  await page.getByRole('main').locator('a[href="/feedback"]').click();
  await expect(page).toHaveTitle("We'd love to hear from you");
  expect(elsewhere).toEqual([]);
  expect(violations).toEqual([]);
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
  context,
  network,
}) => {
  const { elsewhere, violations } = await watch(context, network.origin);
  await page.addInitScript(() => {
    window.ran = [];
  });
  await context.route('**/about', async (route) => {
    const html = await (await route.fetch()).text();
    const body = html.replace('</body>', `${slippedIn}</body>`);
    await route.fulfill({ contentType: 'text/html', body });
  });
  await page.goto('/about');
  await page.locator('#trap').dispatchEvent('click');
  await expect.poll(() => violations.length).toBeGreaterThanOrEqual(4);
  const told = violations.join('\n');
  expect(told).toMatch(/script-src-elem inline/);
  expect(told).toMatch(/script-src-elem https:\/\/evil\.example/);
  expect(told).toMatch(/script-src-attr inline/);
  expect(await page.evaluate(() => window.ran)).toEqual([]);
  expect(elsewhere.filter((url) => !url.includes('evil'))).toEqual([]);
  // Nor are markup and code from plain strings taken.
  const allowed = await page.evaluate(() =>
    ['div innerHTML <b>hello</b>', 'script src /static/js/none.js'].filter(
      (attempt) => {
        const [tag = '', property = '', text] = attempt.split(' ');
        try {
          Object.assign(document.createElement(tag), { [property]: text });
          return 'trustedTypes' in window;
        } catch {
          return false;
        }
      },
    ),
  );
  expect(allowed).toEqual([]);
});
