import { stopWorkers } from '../../support/engines/chromium.ts';
import { visit } from '../../support/waitlist.ts';
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
    await visit(page, origins.ours);
    await stopWorkers(context);
    const categories = ['devtools.timeline'];
    await browser.startTracing(undefined, { categories });
    await page.goto(`${origins.ours}/faq`);
    times.push(startIn((await browser.stopTracing()).toString()));
    await context.close();
  }
  return [row("The worker's script at its start", 'ms', times, { most: 50 })];
}

function startIn(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const start = traceEvents.find(
    ({ name, args }) =>
      name === 'EvaluateScript' && args?.data?.url?.endsWith('/sw.js'),
  );
  return (start?.dur ?? Number.NaN) / 1000;
}
