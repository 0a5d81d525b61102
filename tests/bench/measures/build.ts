import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { buildTo } from '../../support/builds.ts';
import { fileOf, onTheWire, precached } from '../../support/built-files.ts';
import { type Row, ratio, row } from '../row.ts';
import type { Bench } from '../variants.ts';

/** What the prerendering costs whoever builds the site. */
export function measureBuilds({ runs }: Bench): Row[] {
  const place = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-build-'));
  const ours: number[] = [];
  const plain: number[] = [];
  for (let run = 0; run < Math.min(runs, 5); run += 1) {
    ours.push(buildTo(place, 'vite.config.ts'));
    plain.push(buildTo(place, 'tests/bench/without-prerender.config.ts'));
  }
  fs.rmSync(place, { recursive: true, force: true });
  return [
    row('Build', 'ms', ours),
    row('Build without prerendering', 'ms', plain),
    ratio('Build, ours / without prerendering', ours, plain, { most: 2 }),
  ];
}

export function measurePrecache({ folders: { ours } }: Bench): Row[] {
  const bytes = precached(ours)
    .map((url) => onTheWire(fileOf(url), ours))
    .reduce((sum, size) => sum + size, 0);
  return [
    row('Kept for offline, on the wire', 'kB', [bytes / 1000], { most: 800 }),
  ];
}
