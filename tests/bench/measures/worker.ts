import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Browser } from 'playwright';
import { workerReady } from '../../support/waitlist.ts';
import { type Row, row } from '../row.ts';
import type { Bench } from '../variants.ts';

interface TraceEvent {
  name: string;
  dur?: number;
  args?: { data?: { url?: string } };
}

/** What a stopped worker's script takes to run again, unthrottled. */
export async function measureWorker(bench: Bench): Promise<Row[]> {
  const { browser, origins, runs } = bench;
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(origins.ours);
    await workerReady(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
    times.push(await startOf(browser, () => page.goto(`${origins.ours}/faq`)));
    await context.close();
  }
  return [row("The worker's script at its start", 'ms', times, { most: 50 })];
}

async function startOf(
  browser: Browser,
  act: () => Promise<unknown>,
): Promise<number> {
  const file = path.join(tmpdir(), `pear-trace-${process.pid}.json`);
  await browser.startTracing(undefined, {
    path: file,
    categories: ['devtools.timeline'],
  });
  await act();
  await browser.stopTracing();
  const trace = fs.readFileSync(file, 'utf8');
  fs.rmSync(file);
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const start = traceEvents.find(
    ({ name, args }) =>
      name === 'EvaluateScript' && args?.data?.url?.endsWith('/sw.js'),
  );
  return (start?.dur ?? Number.NaN) / 1000;
}
