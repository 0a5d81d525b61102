/** A fake Storage, whose items are its own properties as in browsers. */
export class FakeStorage {
  [key: string]: unknown;

  getItem(key: string) {
    return this[key] ?? null;
  }

  setItem(key: string, text: string) {
    this[key] = text;
  }

  removeItem(key: string) {
    delete this[key];
  }

  /** Returns a copy, as a duplicated tab or a restored session gets. */
  copy(): FakeStorage {
    return Object.assign(new FakeStorage(), this);
  }
}
