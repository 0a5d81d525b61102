export const notFoundTexts = {
  heading: '404 - Page Not Found',
  text: "Sorry, the page you were looking for doesn't exist.",
  unchecked: 'You are offline, so we cannot check this address.',
  home: { to: '/', label: 'Go Home' },
  /** Columns of collars.svg, and the text of each label. Column 6 is an empty hanger. */
  scene: [
    { garment: 3, label: 'pear' },
    { garment: 6, label: '404' },
    { garment: 0, label: 'pear' },
  ],
};
