import { parseHTML } from 'linkedom';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SewnLabel } from '../../../src/components/sewn-label.tsx';

function renderLabel(text: string) {
  const label = createElement(SewnLabel, { text, fastening: 'none' });
  const { document } = parseHTML(renderToStaticMarkup(label));
  return document.querySelector('[data-size]');
}

const sizeCases = [
  { text: 'Skeinwell', size: '0' },
  { text: 'Skein well', size: '1' },
  { text: 'Fourteen signs', size: '2' },
  { text: 'Nineteen characters', size: '3' },
];

test.each(sizeCases)(
  'a label shows "$text" in size $size',
  ({ text, size }) => {
    expect(renderLabel(text)?.getAttribute('data-size')).toBe(size);
    expect(renderLabel(text)?.textContent).toBe(text);
  },
);

test('a label shows at most 24 characters, the last of which is an ellipsis', () => {
  expect(renderLabel('x'.repeat(24))?.textContent).toBe('x'.repeat(24));
  expect(renderLabel('😀'.repeat(25))?.textContent).toBe(`${'😀'.repeat(23)}…`);
});

test('a label renders no element for a blank text', () => {
  expect(renderLabel(' ')?.innerHTML).toBe('');
});
