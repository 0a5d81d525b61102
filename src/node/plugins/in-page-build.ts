import type { ConfigEnv } from 'vite';

/** Whether a plugin applies: to the build of the pages for browsers alone. */
export function inPageBuild(
  _config: unknown,
  { command, isSsrBuild }: ConfigEnv,
): boolean {
  return command === 'build' && !isSsrBuild;
}
