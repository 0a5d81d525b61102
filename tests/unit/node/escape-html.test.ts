import { expect, test } from 'vitest';
import { escapeHtml } from '../../../src/node/escape-html.ts';

test('a text stays a text between tags and in an attribute', () => {
  expect(escapeHtml('<b> & "c" & \'d\'')).toBe(
    "&lt;b> &amp; &quot;c&quot; &amp; 'd'",
  );
});
