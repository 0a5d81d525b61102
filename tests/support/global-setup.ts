import { buildBefore } from '../looks/tree-before.ts';
import { ensureBrowser } from './browsers.ts';
import { buildSite } from './built-files.ts';
import { ensureOldChromium } from './engines/old-chromium.ts';

/** Builds the site if it is out of date, and installs missing browsers. */
export default function setUp(): void {
  buildSite();
  const command = process.argv.join(' ');
  const hasProjectArg = command.includes('--project');
  const isCI = process.env.CI === 'true';

  // A clone without the commit to compare with fails here, before any test.
  const runsLooks = hasProjectArg ? command.includes('looks') : isCI;
  if (runsLooks) buildBefore();

  ensureBrowser('chromium');
  if (command.includes('old-chromium')) ensureOldChromium();
  for (const engine of ['firefox', 'webkit'] as const) {
    const runsEngine = hasProjectArg ? command.includes(engine) : isCI;
    if (runsEngine) ensureBrowser(engine);
  }

  if (hasProjectArg || isCI) return;
  console.log(
    'Without CI=true only Chromium runs. For another engine, the emulator, the explorer or the staging name its project: --project=firefox.',
  );
}
