export const formTexts = {
  /** The accessible name of the button goes on with the remembered email. */
  notYou: 'Not you?',
  /** The texts before and after the suggested address. */
  emailHint: { before: 'Did you mean ', after: '?' },
  empty: 'This field is empty.',
  unchecked: 'This box is not checked.',
  tooLong: (label: string, maxLength: number, length: number) =>
    `${label} can be at most ${maxLength} characters long. Yours had ${length}.`,
  /** The error of an invalid email, if neither the form nor the browser has a text. */
  invalidEmail: 'Please enter a valid email address.',
  required: 'All fields are required.',
  /** The end of the label of a field that may stay empty. */
  optional: '(optional)',
  /** Shown with the error of a refused submission. */
  kept: 'It is kept on this device.',
  /** Announced when typing pauses. `left` is negative above the limit. */
  charactersLeft: (left: number) =>
    left < 0
      ? `Characters over the limit: ${-left}`
      : `Characters left: ${left}`,
  editing: 'You are editing an unsent message.',
  cancel: 'Cancel',
  editCanceled: 'The unsent message stays as it was.',
};

/** Shown if scripts are disabled, or the browser is too old. */
export const needsScriptsText =
  'Sending this form needs JavaScript and a recent browser.';
