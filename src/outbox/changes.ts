import { createSignal } from '../async/signal.ts';
import type { Channel, Platform } from './platform.ts';

/** Milliseconds between notifications in a browser without BroadcastChannel. */
const notifyInterval = 2000;
/**
 * The message that reports any change. Every other message is the id of a delivered
 * submission. Open tabs of earlier releases know these messages, so they must not change.
 */
const changedMessage = 'changed';

export type Changes = ReturnType<typeof createChanges>;

/** Notifies all tabs that the outbox has changed. */
export function createChanges(name: string, platform: Platform) {
  /** Ids of delivered submissions whose receipts the disk could not store. */
  const idsWithoutReceipt = new Set<string>();
  const { subscribe, notify } = createSignal();
  let channel: Channel | undefined;
  let isListening = false;

  /** Calls the listener at each change by any tab or by the worker. */
  function listen(listener: () => void): void {
    subscribe(listener);
    if (isListening) return;
    isListening = true;
    const ownChannel = openChannel();
    if (ownChannel) ownChannel.onmessage = ({ data }) => receive(data);
    else poll();
  }

  function poll(): void {
    platform.setTimeout(() => {
      notify();
      poll();
    }, notifyInterval);
  }

  function openChannel(): Channel | undefined {
    try {
      channel ??= platform.openChannel(`${name}-outbox`);
    } catch {
      // Firefox throws if cookies are blocked. Tabs then poll instead.
    }
    return channel;
  }

  function broadcast(message: string): void {
    openChannel()?.postMessage(message);
    receive(message);
  }

  function receive(message: string): void {
    if (message !== changedMessage) idsWithoutReceipt.add(message);
    notify();
  }

  return {
    idsWithoutReceipt: idsWithoutReceipt as ReadonlySet<string>,
    listen,
    announce: () => broadcast(changedMessage),
    /** Makes the open pages remember a delivery, because the disk cannot. */
    announceWithoutReceipt: (id: string) => broadcast(id),
  };
}
