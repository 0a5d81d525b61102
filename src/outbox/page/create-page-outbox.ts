import {
  createOutbox,
  type OutboxOptions,
  type SubmitOptions,
  type SubmitResult,
} from '../create-outbox.ts';
import type { DeliveryOptions } from '../delivery.ts';
import type { Edit } from '../edits.ts';
import type { Submission } from '../submission.ts';
import { createBackgroundSync } from './background-sync.ts';
import { acceptsDelivery, findActiveWorker } from './worker.ts';

export interface PageOutboxOptions extends OutboxOptions {
  /** Loads the code that `send` needs. Rejects if the page cannot send. */
  prepareToSend(): Promise<unknown>;
  /** The browser's by default. */
  getNavigator?: () => Navigator;
}

export type PageOutbox = ReturnType<typeof createPageOutbox>;

/**
 * Creates the outbox of a page, which asks the worker to deliver after each change.
 * If there is no active worker, or if it does not answer, the page delivers.
 */
export function createPageOutbox({
  prepareToSend,
  getNavigator = () => navigator,
  ...options
}: PageOutboxOptions) {
  const outbox = createOutbox(options);
  const syncTag = `${options.name}-outbox`;
  const backgroundSync = createBackgroundSync(syncTag, getNavigator);
  /** Settles when the page's latest edit holds its lock, or has failed to begin. */
  let lastEdit: Promise<unknown> = Promise.resolve();

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
      await prepareToSend();
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

  function requestDeliveryAtEnd(edit: Edit | undefined): Edit | undefined {
    return (
      edit && {
        ...edit,
        async end() {
          const hasEnded = await edit.end();
          if (hasEnded) await requestDelivery({ ignoreBackoff: true });
          return hasEnded;
        },
      }
    );
  }

  async function retry(id: string): Promise<void> {
    const isDue = await outbox.retry(id);
    void backgroundSync.request();
    await requestDelivery({ ignoreBackoff: true, retryRefused: !isDue });
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
