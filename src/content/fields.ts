/** Beside the forms' fields. */
export const fields = {
  notYou: 'Not you?',
};

/** Where scripts are switched off, or the browser is too old for them. */
export const formNeeds =
  'Sending this form needs JavaScript and a recent browser.';
