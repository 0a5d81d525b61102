/** Beside the forms' fields. */
export const formWords = {
  notYou: 'Not you?',
  empty: 'This field is empty.',
  /** Above the fields. */
  required: 'All fields are required.',
  /** With the error of a submission that was refused. */
  kept: 'It is kept on this device.',
  /** Read out when typing pauses; `left` is negative above the limit. */
  charactersLeft: (left: number) =>
    left < 0 ? `Characters too many: ${-left}` : `Characters left: ${left}`,
  editing: 'You are editing an unsent message.',
  cancel: 'Cancel',
};

/** Where scripts are switched off, or the browser is too old for them. */
export const formNeeds =
  'Sending this form needs JavaScript and a recent browser.';
