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
  '--new me --json',
  `review --out ${folder}/ids.txt`,
  `report --out ${folder}/report.html`,
  `backup --out ${folder}/all.jsonl`,
  'person person7@mail.pears.net',
  'erase person7@mail.pears.net --yes',
  `erase --older-than 6mo --out ${folder}/old.jsonl --yes`,
  `restore ${folder}/old.jsonl --yes`,
  `restore ${folder}/all.jsonl --yes`,
];

/**
 * `npm run bench:records`: measures time and memory of each command on 100,000
 * records, and fails if a command takes more than 300 MB.
 */
export async function main(): Promise<number> {
  const lines = Array.from({ length: 100_000 }, (_, index) =>
    createLine(index),
  );
  writeFileSync(path.join(folder, 'records.jsonl'), lines.join(''));

  const peakScript = `process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))`;
  const NODE_OPTIONS = `--import "data:text/javascript,${peakScript}"`;
  const env = { ...process.env, DATA_DIR: folder, NODE_OPTIONS };

  let isAllFine = true;
  for (const command of commands) {
    const start = performance.now();

    const words = command.split(' ').filter(Boolean);
    const args = ['run', 'records', '--', ...words];
    const options = { env, encoding: 'utf8', maxBuffer: 2 ** 30 } as const;
    const { status, stderr } = spawnSync('npm', args, options);

    // The output includes the peak of npm itself, which is smaller.
    const peaks = [...stderr.matchAll(/^peak (\d+)$/gm)];
    const peakKilobytes = Math.max(...peaks.map(([, size]) => Number(size)));
    const megabytes = Math.floor(peakKilobytes / 1024);
    const isFine = status === 0 && megabytes <= 300;
    isAllFine &&= isFine;

    const seconds = Math.round((performance.now() - start) / 1000);
    const verdict = isFine ? 'ok' : 'TOO MUCH';
    console.log(`${verdict}  ${megabytes} MB  ${seconds} s  ${command}`);
  }

  rmSync(folder, { recursive: true });
  return isAllFine ? 0 : 1;
}

function createLine(index: number): string {
  const time = Date.parse('2025-11-22T00:00:00Z') + index * 315_360;
  const timestamp = new Date(time).toISOString();

  const collections = ['feedback', 'waitlist', 'feedback', 'favoriteBrand'];
  const number = String((index * 7919) % 1e5).padStart(12, '0');
  const key = `${collections[index % 4]}/0a1b2c3d-4e5f-4000-8000-${number}`;

  const email = `person${index % 60_000}@mail.pears.net`;
  const message = `This is message ${index}. `.repeat(1 + (index % 40));
  const content = index % 2 ? { brand: `Brand ${index % 500}` } : { message };

  const records = { [key]: { email, ...content } };
  return `${JSON.stringify({ timestamp, committed: timestamp, records })}\n`;
}
