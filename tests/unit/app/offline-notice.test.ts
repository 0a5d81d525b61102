import { beforeEach, expect, test, vi } from 'vitest';

// The component renders without a DOM if its hooks only read.
vi.mock('react', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useEffect: () => undefined,
  useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
}));
vi.mock('../../../src/submissions/use-outbox.ts', () => ({
  useUnsent: () => [],
}));

/** Reports requests to the page, as the browser does when they end. */
let reportRequests: (requests: object[]) => void;
let isNoticeShown: () => boolean;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (list: object) => void) {
        reportRequests = (requests) => callback({ getEntries: () => requests });
      }
      observe() {}
    },
  );
  const path = '../../../src/app/offline-notice.tsx';
  const { OfflineNotice, watchNetwork } = await import(path);
  watchNetwork();
  isNoticeShown = () => OfflineNotice() !== null;
});

const request = { startTime: 1, transferSize: 300, workerStart: 0 };

test('a request that reached the network hides the notice "You are offline."', () => {
  expect(isNoticeShown()).toBe(true);
  reportRequests([request]);
  expect(isNoticeShown()).toBe(false);
});

test.each([
  { source: 'the worker', entry: { ...request, workerStart: 1 } },
  { source: "the browser's cache", entry: { ...request, transferSize: 0 } },
])(
  'a file from $source does not hide the notice "You are offline."',
  ({ entry }) => {
    reportRequests([entry]);
    expect(isNoticeShown()).toBe(true);
  },
);
