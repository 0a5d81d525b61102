import { sampleBrands } from './sample-brands.ts';

export const notFoundTexts = {
  heading: '404 - Page Not Found',
  text: "Sorry, the page you were looking for doesn't exist.",
  unchecked: 'You are offline, so we cannot check this address.',
  home: { to: '/', label: 'Go Home' },
  /**
   * Columns of collars.svg, and the text of each label. The column after those of the
   * brands is an empty hanger.
   */
  scene: [
    { garment: 3, label: 'pear' },
    { garment: sampleBrands.length, label: '404' },
    { garment: 0, label: 'pear' },
  ],
};
