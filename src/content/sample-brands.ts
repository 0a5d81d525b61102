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
  4: 'Four',
  5: 'Five',
  6: 'Six',
  7: 'Seven',
  8: 'Eight',
  9: 'Nine',
};

/** The number of brands, for the start of a sentence. */
export const brandCount =
  numberWords[sampleBrands.length] ?? String(sampleBrands.length);
