import type { DeliveryOptions } from '../delivery.ts';
import type { Submission } from '../submission.ts';
import { askToDeliver, findActiveWorker } from './ask-worker.ts';
import { createBackgroundSync } from './background-sync.ts';
import type { Edit } from './edits.ts';
import { createOperations, type LoadDelivery } from './operations.ts';
import { createPageParts } from './page-parts.ts';
import { browserPagePlatform, type PagePlatform } from './page-platform.ts';
import { createSnapshots } from './snapshots.ts';
import type { SubmitOptions } from './submit.ts';
import type { SubmitResult } from './submit-result.ts';

export interface PageOutboxOptions {
  /** Of the database. The names of the locks and of the channel begin with it. */
  name: string;
  /** The tag of Background Sync, for which the worker listens. */
  syncTag: string;
  loadDelivery: LoadDelivery;
  platform?: PagePlatform | undefined;
}

export type PageOutbox = ReturnType<typeof createPageOutbox>;

/**
 * Creates the outbox of a page, which asks the worker to deliver after each change.
 * If there is no active worker, or if it does not answer, the page delivers.
 */
export function createPageOutbox({
  name,
  syncTag,
  loadDelivery,
  platform = browserPagePlatform,
}: PageOutboxOptions) {
  const parts = createPageParts(name, platform);
  const operations = createOperations(parts, loadDelivery);
  const snapshots = createSnapshots(operations, platform);
  const backgroundSync = createBackgroundSync(syncTag, platform);
  /** Resolves when no edit of this page still waits for its lock. */
  let editsBegun: Promise<unknown> = Promise.resolve();

  async function requestDelivery(
    deliveryOptions: DeliveryOptions = {},
  ): Promise<void> {
    const worker = await findActiveWorker(platform.getWindow().navigator);
    const isAccepted =
      worker && (await askToDeliver(worker, deliveryOptions, platform));
    if (isAccepted) return;

    await deliverInPage(deliveryOptions);
  }

  /** Delivers in this page if any submission waits. Never throws. */
  async function deliverInPage(
    deliveryOptions: DeliveryOptions,
  ): Promise<void> {
    try {
      if (await operations.isEmpty()) return;
      await operations.deliver(deliveryOptions);
    } catch {
      // The next trigger tries again.
    }
  }

  async function submit(
    form: string,
    values: Submission['values'],
    submitOptions: SubmitOptions,
  ): Promise<SubmitResult> {
    const result = await operations.submit(form, values, submitOptions);
    if (result.status === 'queued') {
      void requestDelivery({ ignoreBackoff: true });
      void backgroundSync.request();
    }
    return result;
  }

  function edit(id: string): Promise<Edit | undefined> {
    const newEdit = operations.edit(id).then(withDeliveryAtEnd);
    editsBegun = Promise.allSettled([editsBegun, newEdit]);
    return newEdit;
  }

  function withDeliveryAtEnd(newEdit: Edit | undefined): Edit | undefined {
    if (!newEdit) return undefined;

    const { submission, end } = newEdit;
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
    const isStored = await operations.retry(id);
    void backgroundSync.request();
    // If the disk has failed, only a retry of all refused submissions includes this one.
    await requestDelivery({ ignoreBackoff: true, retryRefused: !isStored });
    return isStored;
  }

  const { deliver, discard, forget, readContent } = operations;
  const { isDelivered, isEdited, isHandedOver } = operations;
  return {
    submit,
    edit,
    retry,
    discard,
    forget,

    deliver,
    requestDelivery,
    deliverInPage,
    backgroundSync,

    readContent,
    isDelivered,
    isEdited,
    isHandedOver,

    /** Calls the listener after each read of the outbox, which begins now. */
    subscribe: snapshots.subscribe,
    /** Returns the outbox as last read, or undefined before the first read. */
    getSnapshot: snapshots.get,
    /** Reads the outbox again, for a page that may have missed changes. */
    refresh: snapshots.refresh,

    /** Resolves when no edit of this page still waits for its lock. */
    whenEditsBegun: () => editsBegun,
  };
}
