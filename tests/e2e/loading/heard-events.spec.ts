import { heardEvents } from '../../../src/app/heard-events.ts';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';

test('a tap does not run through React for events that nobody hears', async ({
  page,
}) => {
  await page.goto('/faq');
  await hydrated(page);
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.getElementById("root")',
  });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
  });
  const types = new Set(listeners.map(({ type }) => type));
  expect([...types].sort()).toEqual(Object.keys(heardEvents).sort());
});
