import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'pear-many-'));
const commands = [
  '',
  'waitlist --unique',
  '--unique --json',
  '--since 2026-06-01 --json',
  'waitlist --csv',
  '--new --json',
  'review',
  'report',
  `report --out ${folder}/report.html`,
  'erase person7@mail.pears.net --yes',
  `purge --older-than 6mo --out ${folder}/copy.jsonl --yes`,
  `restore ${folder}/copy.jsonl --yes`,
];

/** `npm run bench:records`: how long, and how much memory, each command takes, or those named. */
export async function main(chosen: string[]): Promise<number> {
  const lines = Array.from({ length: 100_000 }, (_, index) => lineOf(index));
  writeFileSync(path.join(folder, 'records.jsonl'), lines.join(''));
  const peak = `process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))`;
  const NODE_OPTIONS = `--import "data:text/javascript,${peak}"`;
  const env = { ...process.env, DATA_DIR: folder, NODE_OPTIONS };
  let tooLarge = 0;
  for (const command of chosen.length > 0 ? chosen : commands) {
    const start = performance.now();
    const args = [
      'run',
      'records',
      '--',
      ...command.split(' ').filter(Boolean),
    ];
    const options = { env, encoding: 'utf8', maxBuffer: 1 << 30 } as const;
    const { status, stderr } = spawnSync('npm', args, options);
    // npm itself reports its own, which is smaller.
    const peaks = [...stderr.matchAll(/^peak (\d+)$/gm)];
    const megabytes = Math.max(...peaks.map(([, kB]) => Number(kB) >> 10));
    const isFine = status === 0 && megabytes <= 300;
    if (!isFine) tooLarge += 1;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const verdict = isFine ? 'ok' : 'TOO MUCH';
    console.log(`${verdict}  ${megabytes} MB  ${seconds} s  ${command}`);
  }
  rmSync(folder, { recursive: true });
  return tooLarge > 0 ? 1 : 0;
}

/** One of a year's records: half are long messages, half say a brand. */
function lineOf(index: number): string {
  const time = Date.parse('2025-11-22T00:00:00Z') + index * 315_360;
  const timestamp = new Date(time).toISOString();
  const collection = index % 4 === 1 ? 'waitlist' : 'favoriteBrand';
  const email = `person${index % 60_000}@mail.pears.net`;
  const brand = `Brand ${index % 500}`;
  const message = `This is message ${index}. `.repeat(1 + (index % 40));
  const id = `00000000-0000-4000-8000-${String((index * 7919) % 1e5).padStart(12, '0')}`;
  const records =
    index % 2 === 0
      ? { [`feedback/${id}`]: { name: 'Ada', email, message } }
      : { [`${collection}/${id}`]: { email, brand } };
  return `${JSON.stringify({ timestamp, committed: timestamp, records })}\n`;
}
