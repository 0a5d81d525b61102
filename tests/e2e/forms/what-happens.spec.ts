import { expect, test } from '../../support/fixtures.ts';
import { fillIn, formSpecs, submit } from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import { inStore } from '../../support/indexed-db.ts';
import { expectSent } from '../../support/waitlist.ts';

const title = 'What happens to what I send?';

/** What each form says beside what all say. */
const says: Record<string, RegExp> = {
  '/waitlist':
    /Your email stays here too.*your favorite brand.*list for early access/,
  '/brandSignup': /your name, your email and your company/,
  '/careers': /your message, and write back.*say so in this form/,
  '/feedback': /waitlist on this device.*your email and your message/,
};

test('each form tells what happens, and it is so', {
  tag: '@firefox',
}, async ({ page, records }) => {
  // Last the waitlist, which remembers the email.
  for (const form of formSpecs.toReversed()) {
    await page.goto(form.path);
    await hydrated(page);
    const answer = page.locator('main details > :not(summary)');
    await expect(answer).toBeHidden();
    await page.getByText(title).click();
    await expect(answer).toBeVisible();
    for (const words of [
      /draft.*kept on this device, where there is room, until/,
      says[form.path] ?? '',
      /Nobody else gets what you send/,
      /To have it erased/,
    ]) {
      await expect(answer).toContainText(words);
    }
    await fillIn(page, form);
    const drafts = () =>
      page.evaluate(() =>
        Object.keys(sessionStorage).filter((key) => key.includes('draft')),
      );
    expect(await drafts()).toEqual([`pear-draft-${form.path.slice(1)}`]);
    await submit(page, form);
    await expectSent(page);
    const [collection] = Object.keys(form.records) as ['waitlist'];
    expect(await records.count(collection)).toBe(1);
    expect(await drafts()).toEqual([]);
    const left = await page.evaluate(() => Object.entries(localStorage));
    const email = ['pear_user_email', 'ada@loom.example'];
    expect(left).toEqual(form.path === '/waitlist' ? [email] : []);
    expect(await page.evaluate(inStore, {})).toEqual([]);
    const notes = await page.evaluate(inStore, { store: 'receipts' });
    for (const note of notes) {
      expect(Object.keys(note).sort()).toEqual(['at', 'id']);
    }
    await page.reload();
    await hydrated(page);
    const first = page.getByLabel(form.fields[0]?.label ?? '');
    await expect(first).toHaveValue('');
  }
  await page.goto('/feedback');
  // The way to have it erased is a link, but where one is there.
  await page.getByText(title).click();
  await page.getByRole('link', { name: 'write to us' }).click();
  await expect(page).toHaveURL('/careers');
  await page.getByText(title).click();
  await expect(page.getByRole('link', { name: 'write to us' })).toHaveCount(0);
});
