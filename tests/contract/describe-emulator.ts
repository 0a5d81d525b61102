import { describe, inject, test } from 'vitest';

/** Runs tests with Google's emulator; skips them if there is no emulator. */
export function describeEmulator(tests: (origin: string) => void): void {
  const host = inject('emulator');
  if (host) describe("Google's emulator", () => tests(`http://${host}`));
  else
    test.skip("Google's emulator is not installed, or WITHOUT_EMULATOR is set");
}
