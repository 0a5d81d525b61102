/** The invented brands, in the order of the columns in collars.svg and swatches.svg. */
export const sampleBrands = [
  'Drizmoor',
  'Skeinwell',
  'Odalune',
  'Copperhem',
  'Lopewell',
  'Brimlark',
] as const;

const numberWords: Readonly<Record<number, string>> = {
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
};

/** The number of brands for the middle and for the start of a sentence. */
export const brandCount =
  numberWords[sampleBrands.length] ?? String(sampleBrands.length);
export const capitalizedBrandCount =
  brandCount.charAt(0).toUpperCase() + brandCount.slice(1);
