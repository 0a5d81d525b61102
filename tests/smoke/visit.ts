import { randomUUID } from 'node:crypto';
import {
  type BrowserContext,
  expect as base,
  type Page,
} from 'playwright/test';
import { hasTakenOver } from '../../src/boot/early-input.ts';
import { readConsole } from '../support/console.ts';
import { fillIn, submit, waitlistForm } from '../support/forms.ts';
import { sent } from '../support/waitlist.ts';
import type { Deployment } from './deployment.ts';

// What visitors do at the site, in a browser.

// Ends before the time limit of a step, whose message would name no cause.
const expect = base.configure({ timeout: 20_000 });

/** Collects console lines, failed requests and requests to foreign hosts. */
export function watch(
  context: BrowserContext,
  { origin, documents }: Deployment,
): string[] {
  const problems = readConsole(context);
  const known = [origin, new URL(documents).origin];
  context.on('request', (request) => {
    const url = request.url();
    const isKnown = known.includes(new URL(url).origin);
    if (/^http/.test(url) && !isKnown) problems.push(`Foreign request: ${url}`);
  });
  context.on('response', (response) => {
    const [status, url] = [response.status(), response.url()];
    // The worker stores the 404 page, which has no other status.
    if (status < 400 || url === `${origin}/404`) return;
    problems.push(`${status} ${url}`);
  });
  context.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // Leaving a page aborts its requests, and offline they fail on purpose.
    if (/ABORTED|INTERNET_DISCONNECTED/.test(errorText)) return;
    problems.push(`${errorText} ${request.url()}`);
  });
  return problems;
}

/** Opens a page until its own code has taken over. */
export async function openPage(
  page: Page,
  problems: readonly string[],
  address: string,
  title: string,
): Promise<void> {
  await page.goto(address);
  await untilOrProblem(problems, 'the page starts', () =>
    page.evaluate(hasTakenOver),
  );
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(problems).toEqual([]);
}

/** Resolves when the worker has stored the site and controls the page. */
export async function waitForWorker(
  page: Page,
  problems: readonly string[],
): Promise<void> {
  await untilOrProblem(problems, 'the worker installs and takes over', () =>
    page.evaluate(() => navigator.serviceWorker.controller !== null),
  );
}

export async function joinWaitlist(
  page: Page,
  problems: readonly string[],
  email: string,
): Promise<void> {
  await fillIn(page, waitlistForm, { email });
  await submit(page, waitlistForm);
  await untilOrProblem(problems, `the page says "${sent}"`, () =>
    page.getByText(sent, { exact: true }).isVisible(),
  );
}

async function untilOrProblem(
  problems: readonly string[],
  what: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const isOver = async () => problems.length > 0 || (await isDone());
  await expect.poll(isOver, what).toBe(true);
  expect(problems).toEqual([]);
}

/** Checks that strangers can read neither a record nor a list. */
export async function checkReads(
  page: Page,
  deployment: Deployment,
): Promise<void> {
  // An open list would answer with names alone, and nobody's data.
  const list = 'pageSize=1&mask.fieldPaths=none';
  for (const place of [`waitlist/${randomUUID()}?`, `waitlist?${list}`]) {
    const status = await request(page, deployment, `/${place}`);
    expect(status, `reading ${place} is refused`).toBe(403);
  }
}

/** Checks which repeats of a commit the access rules accept. */
export async function checkWrites(
  page: Page,
  deployment: Deployment,
  commit: string,
  email: string,
): Promise<void> {
  const write = (body: string) => request(page, deployment, ':commit?', body);
  const same = await write(commit);
  expect(same, 'the same submission again is accepted').toBe(200);
  const changed = await write(commit.replaceAll(email, `another-${email}`));
  expect(changed, 'a changed repeat is refused').toBe(403);
  const id = randomUUID();
  const unknown = commit
    .replaceAll(/(?<=\/)[\da-f-]{36}(?=")/g, id)
    .replaceAll('"fields":{', '"fields":{"unknown":{"stringValue":"x"},');
  expect(await write(unknown), 'an unknown field is refused').toBe(403);
}

/** Sends a page's request to Firestore; returns the status of the answer. */
function request(
  page: Page,
  { documents, apiKey }: Deployment,
  place: string,
  body?: string,
): Promise<number> {
  const url = `${documents}${place}&key=${apiKey}`;
  return page.evaluate(
    async ([url, body]) => {
      const init = body === undefined ? {} : { method: 'POST', body };
      return (await fetch(url, init)).status;
    },
    [url, body] as const,
  );
}
