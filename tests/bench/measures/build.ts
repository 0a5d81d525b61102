import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { fileOf, onTheWire, precached } from '../../support/built-files.ts';
import type { Row } from '../row.ts';
import { ratioOf, sampleOf } from '../statistics.ts';
import { buildTo, type Variants } from '../variants.ts';

/** What the prerendering costs whoever builds the site. */
export function measureBuilds(runs: number): Row[] {
  const place = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-build-'));
  const ours: number[] = [];
  const plain: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(buildTo(place, 'vite.config.ts'));
    plain.push(buildTo(place, 'tests/bench/without-prerender.config.ts'));
  }
  fs.rmSync(place, { recursive: true, force: true });
  return [
    { what: 'Build', unit: 'ms', measured: sampleOf(ours) },
    {
      what: 'Build without prerendering',
      unit: 'ms',
      measured: sampleOf(plain),
    },
    {
      what: 'Build, ours / without prerendering',
      most: 2,
      unit: 'x',
      measured: ratioOf(ours, plain),
    },
  ];
}

export function measurePrecache({ folders: { ours } }: Variants): Row[] {
  const bytes = precached(ours)
    .map((url) => onTheWire(fileOf(url), ours))
    .reduce((sum, size) => sum + size, 0);
  return [
    {
      what: 'Kept for offline, on the wire',
      most: 800,
      unit: 'kB',
      measured: { median: bytes / 1000, spread: 0 },
    },
  ];
}
