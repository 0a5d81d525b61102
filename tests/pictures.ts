import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runTool } from './support/processes.ts';

/**
 * `npm run pictures -- [FOLDER]`: every page and state at three widths. With
 * `--against OTHER` it compares them with an earlier run's, pixel by pixel, and
 * shows what differs in test-results.
 */
export function main(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { against: { type: 'string' } },
  });
  const [folder = '.shots'] = positionals;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = ['--project=pictures', '--update-snapshots=none'];
  const env = { PICTURES: folder, AGAINST: values.against };
  const { isFine } = runTool('playwright', ['test', ...options], { env });
  console.log(`The pictures are in ${folder}.`);
  return isFine ? 0 : 1;
}
