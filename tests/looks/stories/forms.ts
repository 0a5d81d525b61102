import { expect, type Page } from 'playwright/test';
import { queuedTexts } from '../../../src/content/delivery.ts';
import {
  brandForm,
  careersForm,
  feedbackForm,
  fillIn,
  formSpecs,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { openWithWorker } from '../../support/loading.ts';
import { deniedFault } from '../../support/network-faults.ts';
import { getUnsentButton, openUnsentDialog } from '../../support/unsent.ts';
import {
  expectSent,
  joinWaitlist,
  rememberEmail,
} from '../../support/waitlist.ts';
import { waitForWholePage } from '../camera.ts';
import type { Story, Visit } from '../story.ts';

const window = { area: 'window' } as const;
const withWorker = { serviceWorkers: 'allow' } as const;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForWholePage(page);
}

/** The second text appears later, when screen readers know its live region. */
async function expectRefused(page: Page, { failure }: typeof waitlistForm) {
  await expect(page.getByRole('alert')).toHaveText(failure);
  await expect(page.getByText('It is kept on this device.')).toBeVisible();
}

/** Photographs each state from the empty form to the thank-you. */
async function showStates(visit: Visit, form: typeof waitlistForm) {
  const { page, network, shoot } = visit;
  await open(page, form.path);
  await submit(page, form);
  await expect(page.getByRole('alert')).toBeVisible();
  await shoot('empty fields');
  network.fail(deniedFault);
  await fillIn(page, form);
  await submit(page, form);
  await expectRefused(page, form);
  await expect(getUnsentButton(page)).toBeVisible();
  await shoot('refused');
  network.heal();
  await submit(page, form);
  await expectSent(page);
  await expect(getUnsentButton(page)).toBeHidden();
  await shoot('sent');
}

export const formStories: Record<string, Story> = {
  ...Object.fromEntries(
    formSpecs.map((form) => [
      `form ${form.path}`,
      { tell: (visit: Visit) => showStates(visit, form) },
    ]),
  ),

  'form helpers': {
    tell: async ({ page, shoot }) => {
      await open(page, careersForm.path);
      const email = 'ada.lovelace.of.the.analytical.engine@gmial.com';
      await page.getByLabel('Email').fill(email);
      await expect(page.getByText('Did you mean')).toBeVisible();
      await shoot('suggested email');
      await page.evaluate(rememberEmail, 'ada.lovelace@loom.example');
      await open(page, feedbackForm.path);
      await expect(
        page.getByRole('button', { name: 'Not you?' }),
      ).toBeVisible();
      await page.getByText('What happens to what I send?').click();
      await shoot('remembered email and disclosure');
      await page.getByRole('button', { name: 'Forget me' }).click();
      const yesButton = page.getByRole('button', { name: 'Yes, forget me' });
      await expect(yesButton).toBeVisible();
      await shoot('forget me?');
      await yesButton.click();
      await expect(page.getByText('Removed from this device: ')).toBeVisible();
      await shoot('forgotten');
    },
  },

  'waiting message': {
    options: withWorker,
    tell: async ({ page, network, shoot }) => {
      await openWithWorker(page, waitlistForm.path);
      await waitForWholePage(page);
      network.cut();
      await joinWaitlist(page);
      // The promise changes when the browser has registered Background Sync.
      await expect(page.getByText(queuedTexts.online)).toBeVisible();
      await expect(getUnsentButton(page)).toBeVisible();
      await shoot('saved');
      await shoot('notices', window);
    },
  },

  'unsent messages': {
    tell: async ({ page, network, shoot }) => {
      network.fail(deniedFault);
      for (const [minute, form] of [waitlistForm, brandForm].entries()) {
        // The dialog sorts submissions by their time.
        await page.clock.setFixedTime(`2026-11-27T12:0${minute}:00Z`);
        await open(page, form.path);
        await fillIn(page, form);
        await submit(page, form);
        await expectRefused(page, form);
      }
      await expect(getUnsentButton(page)).toHaveText(/^2 /);
      await page.evaluate(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined }),
      );
      const dialog = await openUnsentDialog(page);
      await expect(dialog.getByRole('listitem')).toHaveCount(2);
      await shoot('list', window);
      await dialog.getByRole('button', { name: 'Copy text' }).first().click();
      await expect(dialog.getByRole('textbox')).toBeVisible();
      await shoot('text to copy', window);
      await dialog.getByRole('button', { name: 'Discard' }).first().click();
      await expect(dialog.getByRole('button', { name: 'Edit' })).toHaveCount(1);
      await shoot('discard?', window);
      await dialog.getByRole('button', { name: 'Forget me' }).click();
      await expect(dialog.getByText(/^This removes/)).toBeVisible();
      await shoot('forget me?', window);
      await page.keyboard.press('Escape');
      await expect(dialog.getByText(/^This removes/)).toBeHidden();
      await dialog.getByRole('button', { name: 'Edit' }).last().click();
      await expect(
        page.getByText('You are editing an unsent message.'),
      ).toBeVisible();
      await shoot('editing');
    },
  },

  'form without JavaScript': {
    options: { javaScriptEnabled: false },
    tell: async ({ page, shoot }) => {
      await page.goto(waitlistForm.path);
      await shoot('page', { hasScripts: false });
    },
  },
};
