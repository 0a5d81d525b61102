import { describe, inject, test } from 'vitest';

/** Tests against Google's emulator; skipped if emulator-setup.ts has none. */
export function describeEmulator(tests: (origin: string) => void): void {
  const host = inject('emulator');
  if (host) describe("Google's emulator", () => tests(`http://${host}`));
  else test.skip("Google's emulator is not installed, or not wanted");
}
