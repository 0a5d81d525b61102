import { demoTexts, type Product } from '../../content/home.ts';

const { wish, limit, racks } = demoTexts;

/** The words of the wish that a visitor can leave out. */
export const wishWords = wish.filter((_, index) => isWord(index));

/** Whether the part of the wish with this index is a word that can be left out. */
export function isWord(index: number): boolean {
  return index % 2 === 1;
}

/** A piece that fits the wish, and the words that it matches. */
export interface Match extends Product {
  matches: readonly string[];
}

export interface Rack {
  title: string;
  products: readonly Match[];
  /** The text that an empty rack shows. */
  emptyText: string;
}

/** Returns the rack of the picked brands and the rack of all other brands. */
export function fillRacks(
  picks: readonly string[],
  droppedWords: readonly string[],
): Rack[] {
  const words = wishWords.filter((word) => !droppedWords.includes(word));

  return racks.map(({ title, unpicked, unmatched }, index) => {
    const ofBrands = demoTexts.products.filter(
      ({ brand }) => picks.includes(brand) === (index === 0),
    );
    return {
      title,
      products: findMatches(ofBrands, words),
      emptyText: ofBrands.length > 0 ? unmatched : unpicked,
    };
  });
}

/**
 * Returns the pieces that match a wanted quality and the limit. If no quality is wanted,
 * each piece fits.
 */
function findMatches(
  products: readonly Product[],
  words: readonly string[],
): Match[] {
  const isLimited = words.includes(limit.word);
  const wantsQuality = words.some((word) => word !== limit.word);

  return products
    .filter(({ price }) => !isLimited || price < limit.price)
    .map((product) => ({ ...product, matches: listMatches(product, words) }))
    .filter(
      ({ qualities }) =>
        !wantsQuality || qualities.some((quality) => words.includes(quality)),
    );
}

function listMatches(
  { price, qualities }: Product,
  words: readonly string[],
): string[] {
  return words.filter((word) =>
    word === limit.word ? price < limit.price : qualities.includes(word),
  );
}

/** Says how many pieces each rack has, for example "My Brands: 2 pieces." */
export function describeRacks(filledRacks: readonly Rack[]): string {
  return filledRacks
    .map(({ title, products: { length } }) =>
      length === 1 ? `${title}: 1 piece.` : `${title}: ${length} pieces.`,
    )
    .join(' ');
}
