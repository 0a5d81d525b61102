/** What components listen to through React, and the elements they do it on. */
export const heardEvents: Readonly<Record<string, string>> = {
  // The browser opens and closes popovers by itself.
  click: 'a, button:not([popovertarget])',
  input: 'form',
  keydown: 'dialog',
  submit: 'form',
};

/**
 * Starts React in a place where it hears these events alone, and only from
 * these elements and what is in them. By itself it listens to every event there
 * is, twice, and each of the dozen that a tap consists of runs through all of
 * it, to be heard by nobody.
 */
export function hearingLittle(place: HTMLElement, start: () => void): void {
  place.addEventListener = (
    type: string,
    listener: (event: Event) => void,
    options?: AddEventListenerOptions | boolean,
  ) => {
    const where = heardEvents[type];
    if (!where) return;
    const hear = (event: Event) => {
      if ((event.target as Element).closest(where)) listener(event);
    };
    EventTarget.prototype.addEventListener.call(place, type, hear, options);
  };
  try {
    start();
  } finally {
    Reflect.deleteProperty(place, 'addEventListener');
  }
}
