import type { Channel } from '../../src/outbox/platform.ts';

/** Creates a fake of BroadcastChannel for several processes. */
export function createChannels() {
  const openChannels = new Map<Channel, string>();
  /** All messages that were posted, in order. */
  const messages: unknown[] = [];
  const names = new Set<string>();

  function open(name: string): Channel {
    const channel: Channel = {
      onmessage: null,
      postMessage(data: unknown) {
        messages.push(data);
        for (const [other, otherName] of openChannels) {
          if (other === channel || otherName !== name) continue;
          const event = { data } as MessageEvent;
          setImmediate(() => other.onmessage?.call(other as never, event));
        }
      },
    };
    openChannels.set(channel, name);
    names.add(name);
    return channel;
  }

  return { open, messages, names };
}
