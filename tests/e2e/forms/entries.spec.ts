import { expect, test } from '../../support/fixtures.ts';
import { inStore } from '../../support/indexed-db.ts';
import { openUnsent } from '../../support/unsent.ts';

test.use({ serviceWorkers: 'block' });

/** Messages that wait, each a minute younger than the one before. */
function messages(...texts: string[]): object[] {
  const now = Date.now();
  return texts.map((message, index) => ({
    id: `message-${index}`,
    version: 1,
    form: 'careers',
    values: { name: 'Ada', email: 'ada@loom.example', message },
    state: 'queued',
    createdAt: now - (texts.length - index) * 60_000,
    attempts: 1,
    dueAt: now + 240_000,
  }));
}

test('each entry says what was written, to the eye and in its buttons', async ({
  page,
  network,
}) => {
  await page.goto('/about');
  network.fail({ kind: 'reset' });
  const long = `${'I like knitwear. '.repeat(9)}The end.`;
  const put = messages(long, 'مرحبا (Pear)!', 'Call me');
  await expect
    .poll(() => page.evaluate(inStore, { put }).catch(() => []))
    .toHaveLength(3);
  await page.reload();
  const sheet = await openUnsent(page);
  const entry = (index: number) => sheet.getByRole('listitem').nth(index);
  await expect(entry(0).getByText('I like knitwear. I')).toHaveText(
    /.{40,60}…$/,
  );
  await expect(entry(1).getByText('مرحبا (Pear)!')).toHaveCSS(
    'direction',
    'rtl',
  );
  const discard = entry(2).getByRole('button', { name: 'Discard' });
  await expect(discard).toHaveAccessibleDescription(/Call me.*Ada/);
  await discard.click();
  await expect(
    entry(2).getByRole('button', { name: 'Keep' }),
  ).toHaveAccessibleDescription(/^Discard .* Call me/);
});

test('of a thousand entries the first are there at once, then all', async ({
  page,
  network,
}) => {
  await page.goto('/about');
  network.fail({ kind: 'reset' });
  const texts = Array.from({ length: 1000 }, (_, index) => `Message ${index}`);
  const put = messages(...texts);
  await expect
    .poll(() => page.evaluate(inStore, { put }).catch(() => []))
    .toHaveLength(1000);
  await page.reload();
  const pill = page.getByRole('button', { name: '1000 messages waiting' });
  const shownAtOnce = await pill.evaluate(async (button: HTMLElement) => {
    button.click();
    const sheet = () => document.querySelector('dialog[open]');
    while (!sheet()) await new Promise(requestAnimationFrame);
    return sheet()?.querySelectorAll('li').length;
  });
  expect(shownAtOnce).toBeLessThanOrEqual(100);
  const sheet = page.getByRole('dialog', { name: 'Unsent messages' });
  await expect(sheet.getByText('Message 0', { exact: true })).toBeVisible();
  await expect(sheet.locator('li')).toHaveCount(1000);
  await sheet.getByText('Message 999').scrollIntoViewIfNeeded();
  await expect(sheet.getByText('Message 999')).toBeVisible();
});
