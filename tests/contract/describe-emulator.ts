import { describe, inject, test } from 'vitest';

/**
 * Tests against Google's emulator, skipped aloud where there is none, or where
 * a run does not want it; with CI=true `npm test` fails without.
 */
export function describeEmulator(tests: (origin: string) => void): void {
  const host = inject('emulator');
  if (host) describe("Google's emulator", () => tests(`http://${host}`));
  else
    test.skip("Google's emulator, skipped: it is not installed, or not wanted");
}
