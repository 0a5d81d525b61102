import { expect, test } from 'vitest';
import { addressesOf } from '../../../src/node/plugins/chunk-addresses.ts';

test('each module loaded on demand has its address, by its path', () => {
  const files = new Map([
    ['/site/src/outbox/run.ts', 'static/js/run-1.js'],
    ['/site/src/pages/run.tsx', 'static/js/run-2.js'],
    ['/lib/other.js', 'static/js/other.js'],
  ]);
  const ours = ['/site/src/outbox/run.ts', '/site/src/pages/run.tsx'];
  expect(addressesOf('/site/src/', ours, files)).toEqual({
    'outbox/run': '/static/js/run-1.js',
    'pages/run': '/static/js/run-2.js',
  });
  // Else the build fails.
  for (const other of ['/site/src/a.ts', '/lib/other.js']) {
    expect(() => addressesOf('/site/src/', [other], files)).toThrow(
      `${other} has no chunk of its own`,
    );
  }
});
