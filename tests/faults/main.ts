import { type Engine, hasBrowser } from '../support/browsers.ts';
import { runTool } from '../support/processes.ts';

const engines: readonly Engine[] = ['chromium', 'firefox', 'webkit'];

/**
 * `npm run faults [engine...]`: the faults in these, or in all there are;
 * `emulator` is Chromium with Google's Firestore emulator behind the site.
 */
export function main(names: string[]): number {
  const chosen = engines.filter(
    (engine) => names.length === 0 || names.includes(engine),
  );
  const missing = chosen.filter((engine) => !hasBrowser(engine));
  for (const engine of missing)
    console.log(`No ${engine} is installed: left out.`);
  const projects = chosen
    .filter(hasBrowser)
    .map((engine) => `--project=faults-${engine}`);
  if (names.includes('emulator')) projects.push('--project=faults-emulator');
  if (projects.length === 0) return 1;
  return runTool('playwright', ['test', ...projects]).isFine ? 0 : 1;
}
