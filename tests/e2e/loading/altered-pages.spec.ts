import { expect, test } from '../../support/fixtures.ts';
import { holdFiles, waitForIdle, waitForReact } from '../../support/loading.ts';
import { simulateExtension, translatePage } from '../../support/translator.ts';

test.use({ serviceWorkers: 'block' });

for (const [title, alterPage] of [
  ['an extension adds nodes', simulateExtension],
  ['the page is translated', translatePage],
] as const) {
  test(`hydration keeps typed text and the caret even if ${title}`, async ({
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
