import { expect, test } from '../../support/fixtures.ts';
import { holdFiles, waitForIdle, waitForReact } from '../../support/loading.ts';
import { allPages } from '../../support/pages.ts';
import { simulateExtension, translatePage } from '../../support/translator.ts';

test.use({ serviceWorkers: 'block' });

const alterations = [
  { condition: 'an extension adds nodes', alterPage: simulateExtension },
  { condition: 'the page is translated', alterPage: translatePage },
];

for (const { condition, alterPage } of alterations) {
  test(`hydration keeps typed text and the caret even if ${condition}`, async ({
    page,
    consoleLines,
  }) => {
    await page.addInitScript(alterPage);

    const releaseScripts = await holdFiles(page);
    await page.goto('/waitlist', { waitUntil: 'commit' });

    const emailField = page.getByLabel('Email');
    await emailField.fill('ada@pear.example');
    for (const _ of '.example') await emailField.press('ArrowLeft');

    releaseScripts();
    await waitForReact(page);

    await page.keyboard.type('s');
    await expect(emailField).toHaveValue('ada@pears.example');
    await expect(emailField).toBeFocused();
    expect(consoleLines).toEqual([]);
  });
}

test('React hydrates pages whose white space a proxy has minified', async ({
  page,
  consoleLines,
}) => {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = minifyWhiteSpace(await response.text());
    await route.fulfill({ response, body });
  });

  for (const { path } of allPages) {
    await page.goto(path);
    await waitForReact(page);
    // React has reported errors of the hydration by then.
    await waitForIdle(page);
    expect(consoleLines, path).toEqual([]);
  }
});

/** Minifies white space as some proxies do. They treat no-break spaces as spaces. */
function minifyWhiteSpace(html: string): string {
  const keptPattern = /(<script\b[\s\S]*?<\/script>|<style\b[\s\S]*?<\/style>)/;
  const inlineTags = 'a|b|button|em|img|input|label|span|strong|svg';
  const otherTag = `<(?!/?(?:${inlineTags})\\b)[^>]*>`;
  const edgePattern = new RegExp(` (?=${otherTag})|(?<=${otherTag}) `, 'g');

  const minify = (part: string) =>
    part.replace(/\s+/g, ' ').replaceAll('> <', '><').replace(edgePattern, '');

  return html
    .split(keptPattern)
    .map((part, index) => (index % 2 === 0 ? minify(part) : part))
    .join('');
}

// Web archives and translating proxies put the site's URL into their own URL.
test('a copy of the site at another address runs no scripts', async ({
  page,
  network,
  consoleLines,
}) => {
  const archivePath = '/web/2026/https://pear.example/waitlist';
  await page.route(`${network.origin}${archivePath}`, (route) =>
    route.fulfill({ path: 'dist/waitlist.html' }),
  );

  const scriptUrls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scriptUrls.push(request.url());
  });

  await page.goto(network.origin + archivePath);
  const initialHtml = await page.getByRole('main').innerHTML();
  await waitForIdle(page);
  expect(scriptUrls).toEqual([]);
  expect(await page.getByRole('main').innerHTML()).toBe(initialHtml);

  // The link leads from the copy to the site itself, whose scripts run.
  await page.getByRole('link', { name: 'Contact: Careers & Contact' }).click();
  await waitForReact(page);
  expect(scriptUrls).not.toEqual([]);
  expect(consoleLines).toEqual([]);
});
