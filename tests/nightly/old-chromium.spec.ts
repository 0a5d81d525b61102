import { expect, test } from '../faults/fixtures.ts';
import { polling } from '../faults/visit.ts';
import type { Tab } from '../support/engines/engine.ts';
import { clickControl } from '../support/gestures.ts';
import { isHydrated } from '../support/loading.ts';

test('an old Chromium opens the menu and the waitlist, sends a submission, and works offline', async ({
  scenario,
  network,
}) => {
  const browser = await scenario.start({ width: 390 });
  const tab = await browser.open();
  await tab.goto(network.origin);
  console.log(await tab.evaluate(() => navigator.userAgent));
  await expect.poll(() => tab.evaluate(isHydrated), polling).toBe(true);
  // The bar hides its links in a narrow window, if the browser parses the media query.
  expect(await tab.evaluate(countVisibleBarLinks)).toBe(0);

  await press(tab, 'Menu');
  await press(tab, 'For Shoppers');
  await expectHeading(tab, 'Giving The Consumer Agency');
  await press(tab, 'Join the waitlist');
  await expectHeading(tab, 'Coming Soon.');

  const onlineVisit = await scenario.visit('waitlist');
  await onlineVisit.submit();
  await onlineVisit.expectStatement('sent');

  const offlineVisit = await scenario.visit('careers');
  await scenario.goOffline();
  await offlineVisit.reload();
  await offlineVisit.submit();
  await offlineVisit.expectStatement('saved');
  await tab.goto(`${network.origin}/faq`);
  await expectHeading(tab, 'FAQs');
  await scenario.goOnline();

  await scenario.expectDelivered();
  // Chromium 103 does not know every name in the Permissions-Policy header.
  const lines = browser.consoleLines ?? [];
  const otherLines = lines.filter((line) => !line.includes('browsing-topics'));
  expect(otherLines).toEqual([]);
});

function countVisibleBarLinks(): number {
  const links = [...document.querySelectorAll('header nav a')];
  return links.filter((link) => link.checkVisibility()).length;
}

async function press(tab: Tab, name: string): Promise<void> {
  const click = () => tab.evaluate(clickControl, { name });
  await expect.poll(click, { ...polling, message: name }).toBe(true);
}

async function expectHeading(tab: Tab, text: string): Promise<void> {
  const readHeading = () =>
    tab.evaluate(() => document.querySelector('h1')?.textContent);
  await expect.poll(readHeading, polling).toBe(text);
}
