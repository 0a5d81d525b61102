import {
  createOutbox,
  type OutboxOptions,
  type SubmitOptions,
  type SubmitResult,
} from '../create-outbox.ts';
import type { DeliveryOptions, Outcome, Send } from '../delivery.ts';
import type { Edit } from '../edits.ts';
import type { Submission } from '../submission.ts';
import { createBackgroundSync } from './background-sync.ts';
import { acceptsDelivery, findActiveWorker } from './worker.ts';

export interface PageOutboxOptions extends Omit<OutboxOptions, 'send'> {
  /** Loads the function that sends. Rejects if the page cannot send. */
  loadSend(): Promise<Send>;
  /** The browser's by default. */
  getNavigator?: () => Navigator;
}

export type PageOutbox = ReturnType<typeof createPageOutbox>;

/**
 * Creates the outbox of a page, which asks the worker to deliver after each change.
 * If there is no active worker, or if it does not answer, the page delivers.
 */
export function createPageOutbox({
  name,
  platform,
  loadSend,
  getNavigator = () => navigator,
}: PageOutboxOptions) {
  const outbox = createOutbox({ name, platform, send });
  const backgroundSync = createBackgroundSync(`${name}-outbox`, getNavigator);
  /** Settles when the page's latest edit holds its lock, or has failed to begin. */
  let lastEdit: Promise<unknown> = Promise.resolve();

  async function send(submission: Submission): Promise<Outcome> {
    const loadedSend = await loadSend().catch(() => undefined);
    if (!loadedSend) return { kind: 'later', error: 'no-code' };
    return loadedSend(submission);
  }

  async function requestDelivery(options: DeliveryOptions = {}): Promise<void> {
    const worker = await findActiveWorker(getNavigator());
    if (worker && (await acceptsDelivery(worker, options))) return;
    await deliverInPage(options);
  }

  /** Delivers in this page if any submission waits. Never throws. */
  async function deliverInPage(options: DeliveryOptions): Promise<void> {
    try {
      if (await outbox.isEmpty()) return;
      // Before the first lock, because the code may load for minutes.
      await loadSend();
      await outbox.deliver(options);
    } catch {
      // The next trigger tries again.
    }
  }

  async function submit(
    form: string,
    values: Submission['values'],
    options: SubmitOptions,
  ): Promise<SubmitResult> {
    const result = await outbox.submit(form, values, options);
    if (result.status === 'queued') {
      void requestDelivery({ ignoreBackoff: true });
      void backgroundSync.request();
    }
    return result;
  }

  function edit(id: string): Promise<Edit | undefined> {
    const newEdit = outbox.edit(id).then(requestDeliveryAtEnd);
    lastEdit = newEdit.catch(() => undefined);
    return newEdit;
  }

  function requestDeliveryAtEnd(begun: Edit | undefined): Edit | undefined {
    if (!begun) return undefined;

    const { submission, end } = begun;
    return {
      submission,
      async end() {
        const hasEnded = await end();
        if (hasEnded) await requestDelivery({ ignoreBackoff: true });
        return hasEnded;
      },
    };
  }

  async function retry(id: string): Promise<boolean> {
    const isDue = await outbox.retry(id);
    void backgroundSync.request();
    await requestDelivery({ ignoreBackoff: true, retryRefused: !isDue });
    return isDue;
  }

  return {
    ...outbox,
    submit,
    edit,
    retry,
    requestDelivery,
    deliverInPage,
    backgroundSync,
    /** Resolves when no edit of this page still waits for its lock. */
    whenEditBegun: () => lastEdit,
  };
}
