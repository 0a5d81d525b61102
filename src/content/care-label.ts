/** The names of the values that a page measures in this browser. */
export const careLabelTexts = {
  title: 'The care label of this page',
  names: [
    'Cookies on this page',
    'Files from other companies on this page',
    'Works offline on this device',
  ],
};

/** The values of `Works offline on this device`. */
export const offlineTexts = { yes: 'Yes', notYet: 'Not yet', no: 'No' };
