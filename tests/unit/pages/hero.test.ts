import { parseHTML } from 'linkedom';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Hero } from '../../../src/pages/home/hero.tsx';

/** Returns the texts of the labels that hang in front. */
function readFrontLabels(...picks: string[]) {
  const hero = createElement(Hero, { picks, onPick: () => undefined });
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, hero));
  const { document } = parseHTML(html);
  const labels = document.querySelectorAll('[data-place="front"] p');
  return [...labels].map((label) => label.textContent);
}

test('the label in the collar names the brand that was picked last', () => {
  const picks = ['Odalune', 'Drizmoor', 'Lopewell'];
  expect(readFrontLabels(...picks)).toEqual(['Lopewell']);
});

test('unpicking the last brand brings back the label of the brand before it', () => {
  const picks = ['Odalune', 'Drizmoor'];
  expect(readFrontLabels(...picks)).toEqual(['Drizmoor']);
});

test('without a picked brand, an empty label hangs on the hanger', () => {
  expect(readFrontLabels()).toEqual(['']);
});
