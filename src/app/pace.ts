let started = 0;
let took = Number.POSITIVE_INFINITY;

export function startHydration(): void {
  started = performance.now();
}

export function endHydration(): void {
  took = performance.now() - started;
}

/** In milliseconds: what this device needs for the first page's work. */
export function hydrationTook(): number {
  return took;
}
