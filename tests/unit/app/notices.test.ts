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
