/** What a page has done in this browser, counted while it shows. */
export const careLabel = {
  title: 'The care label of this page',
  names: [
    'Cookies on this page',
    'Files from other companies on this page',
    'Works offline on this device',
  ],
};

/** Values of the last row. */
export const offline = { yes: 'Yes', notYet: 'Not yet', no: 'No' };
