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

// The time limit of a step comes later, because its message names no cause.
const expect = base.configure({ timeout: 20_000 });

/** A visitor's tab, with all that must not happen in it. */
export interface Visit extends Deployment {
  page: Page;
  /** Console lines, failed requests and requests to foreign hosts. */
  problems: string[];
}

export async function startVisit(
  context: BrowserContext,
  deployment: Deployment,
): Promise<Visit> {
  const { origin, documents } = deployment;
  const problems = readConsole(context);
  context.on('request', (request) => {
    const url = request.url();
    const isKnown = url.startsWith(`${origin}/`) || url.startsWith(documents);
    if (/^http/.test(url) && !isKnown) problems.push(`A request to ${url}`);
  });
  context.on('response', (response) => {
    const [status, url] = [response.status(), response.url()];
    // The worker stores the 404 page, which has no other status.
    if (status < 400 || url === `${origin}/404`) return;
    problems.push(`${status} ${url}`);
  });
  context.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // A page that is left aborts its requests. Offline they fail on purpose.
    if (/ABORTED|INTERNET_DISCONNECTED/.test(errorText)) return;
    problems.push(`${errorText} ${request.url()}`);
  });
  return { ...deployment, page: await context.newPage(), problems };
}

/** Opens a page until its own code has taken over. */
export async function openPage(
  visit: Visit,
  { path, title }: { path: string; title: string },
): Promise<void> {
  const { page, origin } = visit;
  await page.goto(origin + path);
  await until(visit, 'the page starts', () => page.evaluate(hasTakenOver));
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(visit.problems).toEqual([]);
}

/** Resolves when the worker has stored the site and controls the page. */
export async function waitForWorker(visit: Visit): Promise<void> {
  const isThere = () => navigator.serviceWorker.controller !== null;
  await until(visit, 'the worker installs', () => visit.page.evaluate(isThere));
}

export async function joinWaitlist(visit: Visit, email: string): Promise<void> {
  const { page } = visit;
  await fillIn(page, waitlistForm, { email });
  await submit(page, waitlistForm);
  const told = page.getByText(sent, { exact: true });
  await until(visit, `the page says "${sent}"`, () => told.isVisible());
}

/** Fails at once if there is a problem, which is the likely cause. */
async function until(
  { problems }: Visit,
  what: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const isOver = async () => problems.length > 0 || (await isDone());
  await expect.poll(isOver, what).toBe(true);
  expect(problems).toEqual([]);
}

/** Checks that a visitor can read neither a record nor a list. */
export async function checkReads(visit: Visit): Promise<void> {
  // An open list would answer with names alone, and nobody's data.
  const list = 'pageSize=1&mask.fieldPaths=none';
  for (const place of [`waitlist/${randomUUID()}?`, `waitlist?${list}`]) {
    const status = await request(visit, `/${place}`);
    expect(status, `reading ${place} is refused`).toBe(403);
  }
}

/** Checks which writes the access rules accept beside a record's own commit. */
export async function checkWrites(
  visit: Visit,
  commit: string,
  email: string,
): Promise<void> {
  const write = (body: string) => request(visit, ':commit?', body);
  const unknown = commit
    .replaceAll(/(?<=\/)[\da-f-]{36}(?=")/g, randomUUID())
    .replaceAll('"fields":{', '"fields":{"unknown":{"stringValue":"x"},');
  expect(await write(unknown), 'an unknown field is refused').toBe(403);
  expect(await write(commit), 'an equal repeat is accepted').toBe(200);
  const changed = commit.replaceAll(email, `another-${email}`);
  expect(await write(changed), 'a changed repeat is refused').toBe(403);
}

/** Requests Firestore from the page; returns the status of the answer. */
function request(
  { page, documents, apiKey }: Visit,
  place: string,
  body: string | null = null,
): Promise<number> {
  return page.evaluate(
    async ({ url, ...init }) => (await fetch(url, init)).status,
    {
      url: `${documents}${place}&key=${apiKey}`,
      method: body === null ? 'GET' : 'POST',
      body,
    },
  );
}
