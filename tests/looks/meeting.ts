interface Arrival<T> {
  place: string;
  item: T;
  resolve: (other: T | undefined) => void;
}

/** Lets the two sides of a comparison wait for each other, and exchange what they have. */
export class Meeting<T> {
  #arrival: Arrival<T> | undefined;
  #isOver = false;

  /**
   * Resolves with the item of the other side when that side meets at the same place, or
   * with `undefined` if that side has ended or is elsewhere.
   */
  meet(place: string, item: T): Promise<T | undefined> {
    const other = this.#arrival;
    this.#arrival = undefined;
    if (other) {
      const isSamePlace = other.place === place;
      other.resolve(isSamePlace ? item : undefined);
      return Promise.resolve(isSamePlace ? other.item : undefined);
    }
    if (this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#arrival = { place, item, resolve };
    });
  }

  /** Ends the waiting of the other side, because this side comes to no further place. */
  leave(): void {
    this.#isOver = true;
    this.#arrival?.resolve(undefined);
    this.#arrival = undefined;
  }
}
