import type { BrowserContext } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { fillIn, submit, waitlistForm } from '../support/forms.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import { workerReady } from '../support/waitlist.ts';

declare global {
  interface Window {
    ran?: string[];
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
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as {
        tellViolation: (text: string) => void;
      };
      const { effectiveDirective, blockedURI, sample } = event;
      tellViolation([effectiveDirective, blockedURI, sample].join(' '));
    });
  });
  return { elsewhere, violations };
}

test('no page asks for anything elsewhere, or says anything', async ({
  page,
  context,
  network,
  consoleLines,
}) => {
  const { elsewhere, violations } = await watch(context, network.origin);
  await page.goto('/');
  await workerReady(page);
  for (const { path } of [...pages, notFoundPage]) {
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve)),
    );
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

test('a script that slipped in does not run', async ({
  page,
  context,
  network,
}) => {
  const { elsewhere, violations } = await watch(context, network.origin);
  await page.goto('/about');
  await page.evaluate(async () => {
    window.ran = [];
    const script = (fill: (element: HTMLScriptElement) => void) => {
      const element = document.createElement('script');
      fill(element);
      document.head.append(element);
    };
    script((inline) => {
      inline.text = trust('window.ran.push("inline")');
    });
    script((foreign) => {
      foreign.src = trust('https://evil.example/script.js');
    });
    const image = document.createElement('img');
    image.setAttribute('onerror', trust('window.ran.push("handler")'));
    image.src = '/no-such.png';
    document.body.append(image);
    const link = document.createElement('a');
    link.href = 'javascript:window.ran.push("link")';
    document.body.append(link);
    link.click();
    await new Promise((resolve) => image.addEventListener('error', resolve));

    // Past Trusted Types, to stand before the rules for scripts themselves.
    function trust(value: string): string {
      const { trustedTypes } = window as unknown as {
        trustedTypes?: { createPolicy: (name: string, rules: Rules) => Rules };
      };
      type Rules = Record<
        'createScript' | 'createScriptURL',
        (value: string) => string
      >;
      const same = (given: string) => given;
      const rules = { createScript: same, createScriptURL: same };
      const policy = trustedTypes?.createPolicy(`test ${value}`, rules);
      if (!policy) return value;
      return value.startsWith('https:')
        ? policy.createScriptURL(value)
        : policy.createScript(value);
    }
  });
  await expect.poll(() => violations.length).toBeGreaterThanOrEqual(4);
  const told = violations.join('\n');
  expect(told).toMatch(/script-src-elem inline/);
  expect(told).toMatch(/script-src-elem https:\/\/evil\.example/);
  expect(told).toMatch(/script-src-attr inline/);
  expect(await page.evaluate(() => window.ran)).toEqual([]);
  expect(elsewhere.filter((url) => !url.includes('evil'))).toEqual([]);
});

test('markup and code from plain strings are refused', async ({ page }) => {
  await page.goto('/about');
  const outcomes = await page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      innerHTML: () => {
        document.createElement('div').innerHTML = '<b>hello</b>';
      },
      'script address': () => {
        document.createElement('script').src = '/static/js/none.js';
      },
    };
    return Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt();
        return [name];
      } catch {
        return [];
      }
    });
  });
  expect(outcomes).toEqual(
    (await page.evaluate(() => 'trustedTypes' in window)) ? [] : outcomes,
  );
});
