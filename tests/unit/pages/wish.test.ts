import { expect, test } from 'vitest';
import { demoTexts } from '../../../src/content/home.ts';
import {
  describeRacks,
  fillRacks,
  wishWords,
} from '../../../src/pages/home/wish.ts';

const picks = ['Drizmoor', 'Skeinwell', 'Odalune'];

/** Returns the names of the pieces on both racks, in order. */
function hang(droppedWords: string[], picked = picks): string[][] {
  const racks = fillRacks(picked, droppedWords);
  return racks.map(({ products }) => products.map(({ name }) => name));
}

test('with the whole wish, the racks show the pieces that match it', () => {
  expect(wishWords).toEqual(['warm', 'windy', 'under $120']);
  expect(hang([])).toEqual([
    ['Quilted vest', 'Roll-neck sweater', 'Button cardigan'],
    ['Bobble hat', 'Fringed scarf', 'Checked overshirt', 'Argyle slipover'],
  ]);
});

test('without one of its qualities, the racks lack the pieces that match no other word', () => {
  expect(hang(['warm'])).toEqual([
    ['Quilted vest'],
    ['Bobble hat', 'Fringed scarf', 'Checked overshirt'],
  ]);
  expect(hang(['windy'])[1]).not.toContain('Checked overshirt');
});

test('without the limit, a more expensive piece appears', () => {
  const [newPieces] = hang(['under $120']);
  expect(newPieces).toContain('Cable sweater');
  expect(hang(['under $120', 'warm'])[0]).not.toContain('Cable sweater');
});

test('without any word, the racks show every piece', () => {
  const pieces = hang([...wishWords]).flat();
  expect(pieces).toHaveLength(demoTexts.products.length);
});

test('each saved piece is a piece that fits the whole wish', () => {
  expect(hang([]).flat()).toEqual(
    expect.arrayContaining(demoTexts.saved.pieces),
  );
});

test('a piece names the words that it matches', () => {
  const [rack] = fillRacks(picks, ['warm']);
  expect(rack?.products[0]?.matches).toEqual(['windy', 'under $120']);
});

test('an empty rack says whether no brand is picked, or no piece fits', () => {
  const getEmptyTexts = (picked: readonly string[], dropped: string[]) =>
    fillRacks(picked, dropped)
      .filter(({ products }) => products.length === 0)
      .map(({ emptyText }) => emptyText);
  const brands = demoTexts.products.map(({ brand }) => brand);
  expect(getEmptyTexts([], [])).toEqual([
    'Pick a brand at the top, and its pieces hang here.',
  ]);
  expect(getEmptyTexts(brands, [])).toEqual(['You have picked every brand.']);
  expect(getEmptyTexts(['Lopewell'], ['warm'])).toEqual([
    'Nothing from your brands fits this wish.',
  ]);

  const otherBrands = brands.filter((brand) => brand !== 'Lopewell');
  expect(getEmptyTexts(otherBrands, ['warm'])).toEqual([
    'Nothing from other brands fits this wish.',
  ]);
});

test('the announcement counts the pieces of each rack', () => {
  expect(describeRacks(fillRacks(picks, ['warm']))).toBe(
    'My Brands: 1 piece. Discovery: 3 pieces.',
  );
});
