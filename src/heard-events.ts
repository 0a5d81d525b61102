/** What components listen to through React: a new `on...` adds its event. */
export const heardEvents: ReadonlySet<string> = new Set([
  'click',
  'input',
  'keydown',
  'submit',
]);

/**
 * Starts React in a place where it hears only these. By itself it listens to
 * every event there is, twice, and each of the dozen that a tap consists of
 * runs through all of it, to be heard by nobody.
 */
export function hearingLittle(place: HTMLElement, start: () => void): void {
  const listen: typeof place.addEventListener = place.addEventListener;
  place.addEventListener = (type: string, ...how: unknown[]) => {
    if (heardEvents.has(type)) Reflect.apply(listen, place, [type, ...how]);
  };
  try {
    start();
  } finally {
    Reflect.deleteProperty(place, 'addEventListener');
  }
}
