import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

const many = 100_000;
const mostMegabytes = 300;
const commands = [
  '',
  'waitlist --unique',
  '--unique --json',
  '--since 2026-06-01 --json',
  'waitlist --csv',
  '--new --json',
  'review',
  'report',
  'report --out report.html',
  'erase person7@mail.pears.net --yes',
  'purge --older-than 6mo --yes',
];

/** `npm run bench:records`: how long, and how much memory, each command takes. */
export function main(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'pear-many-'));
  const lines = Array.from({ length: many }, (_, index) => lineOf(index));
  writeFileSync(path.join(folder, 'records.jsonl'), lines.join(''));
  const peak =
    "process.on('exit', () => console.error('peak ' + process.resourceUsage().maxRSS))";
  const options = `--import "data:text/javascript,${encodeURIComponent(peak)}"`;
  const results = commands.map((command) => {
    const start = performance.now();
    const words = command.replace('report.html', `${folder}/report.html`);
    const { status, stderr } = spawnSync(
      'npm',
      ['run', 'records', '--', ...words.split(' ').filter(Boolean)],
      {
        env: { ...process.env, DATA_DIR: folder, NODE_OPTIONS: options },
        encoding: 'utf8',
        maxBuffer: 1 << 30,
      },
    );
    // npm itself reports its own, which is smaller.
    const peaks = [...stderr.matchAll(/^peak (\d+)$/gm)];
    const kilobytes = Math.max(...peaks.map(([, kB]) => Number(kB)));
    const megabytes = Math.round(kilobytes / 1024);
    const isFine = status === 0 && megabytes <= mostMegabytes;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const verdict = isFine ? 'ok' : 'TOO MUCH';
    console.log(`${verdict}  ${megabytes} MB  ${seconds} s  ${command}`);
    return isFine;
  });
  rmSync(folder, { recursive: true });
  return results.every(Boolean) ? 0 : 1;
}

/** One of as many records as there may be, a year long. */
function lineOf(index: number): string {
  const email = `person${index % 60_000}@mail.pears.net`;
  const year = 365 * 24 * 3600 * 1000;
  const time = Date.parse('2025-11-22T00:00:00Z') + (year * index) / many;
  const timestamp = new Date(time).toISOString();
  const id = `00000000-0000-4000-8000-${String((index * 7919) % many).padStart(12, '0')}`;
  const brand = `Brand ${index % 500}`;
  const message = `This is message ${index}. `.repeat(1 + (index % 40));
  const records: Record<string, object> =
    index % 2 === 0
      ? { [`feedback/${id}`]: { name: 'Ada', email, message } }
      : index % 4 === 1
        ? { [`waitlist/${id}`]: { email, favoriteBrand: brand } }
        : { [`favoriteBrand/${id}`]: { email, brand } };
  return `${JSON.stringify({ timestamp, committed: timestamp, records })}\n`;
}
