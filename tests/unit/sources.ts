import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** Our code: each file of `src` by its path, with what it says. */
export const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|js)$/.test(name))
  .map((name) => path.posix.join('src', name.split(path.sep).join('/')))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }));
