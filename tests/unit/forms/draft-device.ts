import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { DraftPlatform, Drafts } from '../../../src/forms/drafts.ts';
import { FakeStorage } from './fake-storage.ts';

/** A window of the site, whose page a test loads, leaves and kills. */
export interface FakeWindow {
  drafts: Drafts;
  forgetDrafts(): Promise<void>;
  hasDrafts(): Promise<boolean>;
  session: FakeStorage;
  events: EventTarget;
  /** Ends the page, as a navigation or a closed or killed window does. */
  end(): void;
}

interface WindowOptions {
  /** What the window's sessionStorage has at its start. */
  session?: FakeStorage;
  isStandalone?: boolean;
}

export type Device = ReturnType<typeof createDevice>;

/**
 * Creates a device whose windows share localStorage, IndexedDB, Web Locks, a channel and
 * the ids that the outbox knows.
 */
export function createDevice() {
  const local = new FakeStorage();
  const handedOver = new Set<string>();
  /** The names of held locks, with the windows that hold them. */
  const holders = new Map<string, object>();
  const channels = new Set<{ onmessage: unknown; owner: object }>();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('indexedDB', new IDBFactory());
  const pageEvents = { addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('addEventListener', pageEvents.addEventListener);
  let lastId = 0;

  function createLocks(owner: object) {
    return {
      async request(
        name: string,
        { ifAvailable }: LockOptions,
        work: (lock: object | null) => unknown,
      ) {
        if (!device.allowsLocks) throw new DOMException('', 'SecurityError');
        // The holder releases the lock when its window closes, which no test waits for.
        if (holders.has(name))
          return ifAvailable ? work(null) : new Promise(() => undefined);
        holders.set(name, owner);
        await work({ name });
        if (holders.get(name) === owner) holders.delete(name);
      },
      async query() {
        if (!device.allowsLocks) throw new DOMException('', 'SecurityError');
        const names = [...holders.keys(), 'pear-submission-1'];
        return { held: names.map((name) => ({ name })) };
      },
    } as unknown as LockManager;
  }

  const device = {
    local,
    /** The ids of drafts that the outbox has, has sent or has discarded. */
    handedOver,
    hasLocks: true,
    allowsLocks: true,
    allowsSession: true,
    allowsChannels: true,
    canReadOutbox: true,
    /** Settles when the outbox may answer. */
    outboxAnswer: Promise.resolve(),
    lockNames: () => [...holders.keys()],
    async openWindow({
      session = new FakeStorage(),
      isStandalone = false,
    }: WindowOptions = {}): Promise<FakeWindow> {
      // Each page has the modules' state for itself.
      vi.resetModules();
      const { createDrafts } = await import('../../../src/forms/drafts.ts');
      const { forgetDrafts, hasDrafts } = await import(
        '../../../src/forms/forget-drafts.ts'
      );
      const owner = {};
      const events = new EventTarget();
      const channel = { onmessage: undefined as unknown, owner };
      const platform: DraftPlatform = {
        getSessionStorage: () => session as unknown as Storage,
        isStandalone: () => isStandalone,
        openChannel: () => {
          if (!device.allowsChannels)
            throw new DOMException('', 'SecurityError');
          channels.add(channel);
          const postMessage = () => postToOthers(channel);
          return Object.assign(channel, { postMessage }) as never;
        },
        locks: device.hasLocks ? createLocks(owner) : undefined,
        events,
        createId: () => {
          lastId += 1;
          return `id-${lastId}`;
        },
        isHandedOver: async (id) => {
          await device.outboxAnswer;
          if (!device.canReadOutbox) throw new Error('The outbox is broken');
          return handedOver.has(id);
        },
      };
      const drafts = createDrafts(platform);
      function end() {
        channels.delete(channel);
        for (const [name, holder] of holders)
          if (holder === owner) holders.delete(name);
      }
      return {
        drafts,
        forgetDrafts: () => forgetDrafts(drafts),
        hasDrafts: () => hasDrafts(drafts),
        session,
        events,
        end,
      };
    },
  };

  function postToOthers(sender: object): void {
    for (const channel of channels) {
      const receive = channel.onmessage as (() => void) | undefined;
      if (channel !== sender) setTimeout(() => receive?.());
    }
  }

  return device;
}
