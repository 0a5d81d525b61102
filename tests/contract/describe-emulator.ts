import { describe, expect, inject, test } from 'vitest';

/**
 * Tests against Google's emulator, skipped aloud where there is none, or where a
 * run does not want it.
 */
export function describeEmulator(tests: (origin: string) => void): void {
  const host = inject('emulator');
  const { CI, WITHOUT_EMULATOR } = process.env;
  if (host) {
    describe("Google's emulator", () => tests(`http://${host}`));
  } else if (CI === 'true' && !WITHOUT_EMULATOR) {
    test("Google's emulator", () => expect(host).not.toBe(''));
  } else {
    test.skip("Google's emulator, skipped: it is not installed, or not wanted");
  }
}
