import { randomUUID } from 'node:crypto';
import { expect as base, type Page } from 'playwright/test';
import { recordConsole } from '../support/console.ts';
import { type FormSpec, fillIn, submit } from '../support/forms.ts';
import { isHydrated } from '../support/loading.ts';
import { sentText } from '../support/waitlist.ts';
import type { Deployment } from './deployment.ts';

// Shorter than a step's limit of 30 s, because that limit's error names no cause.
export const expect = base.configure({ timeout: 20_000 });

/** A visit to the deployed site. Its checks fail if the site has caused any problem. */
export class SmokeVisit {
  /** Console lines, failed requests, and requests to other hosts. */
  readonly #problems: string[];

  constructor(
    readonly page: Page,
    readonly deployment: Deployment,
  ) {
    const { origin, documentsUrl } = deployment;
    const context = page.context();
    this.#problems = recordConsole(context);

    context.on('request', (request) => {
      const url = request.url();
      const isExpected =
        !/^http/.test(url) ||
        url.startsWith(`${origin}/`) ||
        url.startsWith(documentsUrl);
      if (!isExpected) this.#problems.push(`A request to ${url}`);
    });

    context.on('response', (response) => {
      const status = response.status();
      const url = response.url();
      // The worker requests and stores /404, whose status is always 404.
      if (status < 400 || url === `${origin}/404`) return;
      this.#problems.push(`${status} ${url}`);
    });

    context.on('requestfailed', (request) => {
      const { errorText = '' } = request.failure() ?? {};
      // A navigation aborts requests, and the test goes offline on purpose.
      if (/ABORTED|INTERNET_DISCONNECTED/.test(errorText)) return;
      this.#problems.push(`${errorText} ${request.url()}`);
    });
  }

  async open({ path, title }: { path: string; title: string }) {
    const { page } = this;
    await page.goto(this.deployment.origin + path);
    await this.#waitUntil('the page starts', () => page.evaluate(isHydrated));

    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    expect(this.#problems).toEqual([]);
  }

  /** Resolves when the worker has stored the site and controls the page. */
  async waitForWorker() {
    const hasWorker = () => navigator.serviceWorker.controller !== null;
    const isControlled = () => this.page.evaluate(hasWorker);
    await this.#waitUntil('the service worker installs', isControlled);
  }

  async submit(form: FormSpec, email: string) {
    await fillIn(this.page, form, { email });
    await submit(this.page, form);

    const status = this.page.getByText(sentText, { exact: true });
    const isVisible = () => status.isVisible();
    await this.#waitUntil(`the page says "${sentText}"`, isVisible);
  }

  /** Waits for a condition, but fails at once if there is a problem. */
  async #waitUntil(condition: string, isDone: () => Promise<boolean>) {
    const hasEnded = async () => this.#problems.length > 0 || (await isDone());
    await expect.poll(hasEnded, condition).toBe(true);
    expect(this.#problems).toEqual([]);
  }

  /** Fails if Firestore answers as it does without a key, a database or a quota. */
  async checkAnswer() {
    const status = await this.#listRecords();
    const isFromRules = status === 200 || status === 403;
    expect(isFromRules, `Firestore answers ${status} to a list`).toBe(true);
  }

  async checkReads() {
    const listStatus = await this.#listRecords();
    expect(listStatus, 'listing the waitlist is refused').toBe(403);

    // If the rules allowed this, the status would be 404, because there is no such record.
    const recordStatus = await this.#request(`/waitlist/${randomUUID()}?`);
    expect(recordStatus, 'reading a record by its id is refused').toBe(403);
  }

  #listRecords(): Promise<number> {
    // Even if the rules allow reads, this mask keeps data out of the response.
    return this.#request('/waitlist?pageSize=1&mask.fieldPaths=none');
  }

  async checkWrites(commit: string, email: string) {
    const write = (body: string) => this.#request(':commit?', body);

    const invalidCommit = commit
      .replaceAll(/(?<=\/)[\da-f-]{36}(?=")/g, randomUUID())
      .replaceAll('"fields":{', '"fields":{"unknown":{"stringValue":"x"},');

    expect(await write(invalidCommit), 'an unknown field is refused').toBe(403);
    expect(await write(commit), 'an equal repeat is accepted').toBe(200);

    const changedCommit = commit.replaceAll(email, `another-${email}`);
    expect(await write(changedCommit), 'a changed repeat is refused').toBe(403);
  }

  /**
   * Sends 21 records in one request. For each record the rules look up the document,
   * and Firestore allows 20 look-ups in a request. This limit prevents that somebody
   * writes thousands of records at once.
   */
  async checkLargeCommit(commit: string) {
    const [write] = (JSON.parse(commit) as { writes: object[] }).writes;

    const writes = Array.from({ length: 21 }, () => {
      const text = JSON.stringify(write);
      return JSON.parse(text.replace(/[\da-f-]{36}(?=")/, randomUUID()));
    });

    const body = JSON.stringify({ writes });
    const status = await this.#request(':commit?', body);
    expect(status, 'a request with 21 records is refused').toBe(403);
  }

  /** Sends a request to Firestore from the page; returns the response status. */
  #request(path: string, body?: string): Promise<number> {
    const { documentsUrl, apiKey } = this.deployment;
    const url = `${documentsUrl}${path}&key=${apiKey}`;

    const sendRequest = async (sent: { url: string; body?: string }) => {
      const { url, body } = sent;
      const response = await fetch(url, body ? { method: 'POST', body } : {});
      return response.status;
    };

    return this.page.evaluate(sendRequest, { url, ...(body && { body }) });
  }
}
