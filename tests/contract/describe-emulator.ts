import { describe, expect, inject, test } from 'vitest';

/**
 * Tests against Google's emulator, skipped aloud where there is none, and left
 * out where a run does not want it.
 */
export function describeEmulator(tests: (origin: string) => void): void {
  const host = inject('emulator');
  if (host) {
    describe("Google's emulator", () => tests(`http://${host}`));
  } else if (process.env.WITHOUT_EMULATOR) {
    return;
  } else if (process.env.CI === 'true') {
    test("Google's emulator", () => expect(host).not.toBe(''));
  } else {
    test.skip("Google's emulator, skipped: gcloud or Java is not installed");
  }
}
