/**
 * What components listen to through React, and the elements they do it on:
 * main.tsx has React hear nothing else.
 */
export const heardEvents: Readonly<Record<string, string>> = {
  // The browser opens and closes popovers by itself.
  click: 'a, button:not([popovertarget])',
  input: 'form',
  keydown: 'dialog',
  submit: 'form',
};
