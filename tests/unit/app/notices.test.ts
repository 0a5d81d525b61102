import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const names = readdirSync('src/app').filter((name) => name.endsWith('.tsx'));
const notices = names
  .map((name) => ({ name, text: readFileSync(`src/app/${name}`, 'utf8') }))
  .filter(({ text }) => /\b(styles|notices)\.notice\b/.test(text));

// The style sheet shows only the first notice. One that stays would hide all others, such
// as the offer of a new version.
test.each(notices)('a visitor can end the notice of $name', ({ text }) => {
  expect(text).toMatch(/<CloseButton|onClick=\{\(\) => choose\('no'\)\}/);
});

test('every notice except the last one takes the focus from the notices it hides', () => {
  expect(notices.length).toBeGreaterThan(2);
  const [last, ...others] = notices
    .filter(({ text }) => !text.includes('leaveHiddenNotice'))
    .map(({ name }) => name);
  expect(last).toBe('analytics-prompt.tsx');
  expect(others).toEqual([]);
});

// Only a new version can correct what the others say, so none of them may hide its offer.
test('only the notice "You are offline." comes before the offer of a new version', () => {
  const source = readFileSync('src/app/notices.tsx', 'utf8');
  const [, live = ''] = /data-live([\s\S]*?)<\/div>/.exec(source) ?? [];
  const order = [...live.matchAll(/notice=\{(\w+)\}/g)].map(([, name]) => name);
  expect(order.slice(0, 2)).toEqual(['OfflineNotice', 'UpdateNotice']);
});
