import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright/test';
import { expect as base } from 'playwright/test';
import { hasTakenOver } from '../../src/boot/early-input.ts';
import { readConsole } from '../support/console.ts';
import { fillIn, submit, waitlistForm } from '../support/forms.ts';
import { sent } from '../support/waitlist.ts';
import type { Deployment } from './deployment.ts';

// Shorter than the limit of a step, whose message would not name the cause.
const expect = base.configure({ timeout: 20_000 });

export interface Visit extends Deployment {
  page: Page;
  /** Console lines, failed requests, and requests to other hosts. */
  problems: string[];
}

export async function startVisit(
  context: BrowserContext,
  deployment: Deployment,
): Promise<Visit> {
  const { origin, documentsUrl } = deployment;
  const problems = readConsole(context);
  context.on('request', (request) => {
    const url = request.url();
    const isOurs = [`${origin}/`, documentsUrl].some((own) =>
      url.startsWith(own),
    );
    if (/^http/.test(url) && !isOurs) problems.push(`A request to ${url}`);
  });
  context.on('response', (response) => {
    const [status, url] = [response.status(), response.url()];
    // The worker stores the 404 page, which always has this status.
    if (status < 400 || url === `${origin}/404`) return;
    problems.push(`${status} ${url}`);
  });
  context.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // A navigation aborts requests, and the test itself goes offline.
    if (/ABORTED|INTERNET_DISCONNECTED/.test(errorText)) return;
    problems.push(`${errorText} ${request.url()}`);
  });
  return { ...deployment, page: await context.newPage(), problems };
}

/** Opens a page and waits until React has hydrated it. */
export async function open(
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
  const hasWorker = () => navigator.serviceWorker.controller !== null;
  const run = () => visit.page.evaluate(hasWorker);
  await until(visit, 'the worker installs', run);
}

export async function join(visit: Visit, email: string): Promise<void> {
  const { page } = visit;
  await fillIn(page, waitlistForm, { email });
  await submit(page, waitlistForm);
  const status = page.getByText(sent, { exact: true });
  await until(visit, `the page says "${sent}"`, () => status.isVisible());
}

/** Waits for a condition, but fails at once with the visit's problems. */
async function until(
  { problems }: Visit,
  condition: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const isOver = async () => problems.length > 0 || (await isDone());
  await expect.poll(isOver, condition).toBe(true);
  expect(problems).toEqual([]);
}

/** Checks that a visitor can read neither a record nor a list. */
export async function checkReads(visit: Visit): Promise<void> {
  // If the rules are wrong, this mask still keeps data out of the answer.
  const list = 'pageSize=1&mask.fieldPaths=none';
  for (const place of [`waitlist/${randomUUID()}?`, `waitlist?${list}`]) {
    const status = await request(visit, `/${place}`);
    expect(status, `reading ${place} is refused`).toBe(403);
  }
}

/** Checks which changes of a commit the access rules accept. */
export async function checkWrites(visit: Visit, commit: string, email: string) {
  const write = (body: string) => request(visit, ':commit?', body);
  const unknown = commit
    .replaceAll(/(?<=\/)[\da-f-]{36}(?=")/g, randomUUID())
    .replaceAll('"fields":{', '"fields":{"unknown":{"stringValue":"x"},');
  expect(await write(unknown), 'an unknown field is refused').toBe(403);
  expect(await write(commit), 'an equal repeat is accepted').toBe(200);
  const changed = commit.replaceAll(email, `another-${email}`);
  expect(await write(changed), 'a changed repeat is refused').toBe(403);
}

/** Sends a request to Firestore from the page; returns the answer's status. */
function request(
  { page, documentsUrl, apiKey }: Visit,
  place: string,
  body?: string,
): Promise<number> {
  const url = `${documentsUrl}${place}&key=${apiKey}`;
  const options = body ? { method: 'POST', body } : {};
  return page.evaluate(
    async ([url, options]) => (await fetch(url, options)).status,
    [url, options] as const,
  );
}
