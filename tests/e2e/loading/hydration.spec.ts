import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';

test('React listens to every event, so any handler works', async ({ page }) => {
  await page.goto('/faq');
  await hydrated(page);
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.getElementById("root")',
  });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
  });
  const types = listeners.map(({ type }) => type);
  // A checkbox's onChange needs click and change, a field's also focus.
  expect(types).toEqual(
    expect.arrayContaining(['change', 'click', 'focusin', 'pointerdown']),
  );
});
