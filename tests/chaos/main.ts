import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { type FormName, forms } from '../../src/descriptions/forms.ts';
import { inStore } from '../support/indexed-db.ts';
import { Network } from '../support/network.ts';
import { Records } from '../support/records.ts';
import { startSite } from '../support/site.ts';
import { workerReady } from '../support/waitlist.ts';
import { type Balance, balance, type Entry } from './balance.ts';
import { Device } from './device.ts';
import { createRandom, type Random } from './random.ts';
import { type Plan, visit } from './visit.ts';
import { makeWeather, type Sky } from './weather.ts';

const tabs = 4;
const healsWithin = 180_000;
/** Longer than any visit takes. */
const late = () => sleep(90_000, 'late', { ref: false });

/**
 * `npm run chaos [count] [--seed n]`: visitors fill in forms in several tabs
 * while networks, servers, workers and browsers fail at random; then all is
 * repaired, and what visitors were told is held against the records.
 */
export async function main(args: string[]): Promise<number> {
  const count = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 200);
  const given = args[args.indexOf('--seed') + 1];
  const seed = args.includes('--seed')
    ? Number(given)
    : Math.floor(Math.random() * 1e9);
  console.log(`${count} submissions, --seed ${seed}`);
  const site = await startSite();
  const network = new Network(site.origin);
  await network.open();
  const profile = mkdtempSync(path.join(tmpdir(), 'pear-chaos-'));
  const device = new Device(profile, network.origin);
  const sky = { network, device, random: createRandom(seed + tabs) };
  try {
    return await storm(sky, count, seed, new Records(site.origin));
  } finally {
    await device.close();
    await network.close();
    await site.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function storm(
  sky: Sky,
  count: number,
  seed: number,
  records: Records,
): Promise<number> {
  const { network, device } = sky;
  const start = Date.now();
  const end = start + 40_000 + count * 700;
  await workerReady(await device.tab(0));
  const entries: Entry[] = [];
  let living = tabs;
  const over = () => living === 0;
  const visitors = Array.from({ length: tabs }, async (_, tab) => {
    const random = createRandom(seed + tab);
    while (entries.length < count && Date.now() < end) {
      const submitting = submitOne(device, tab, random, entries, count);
      // A killed browser's driver leaves some questions without an answer.
      if ((await Promise.race([submitting, late()])) === 'late') {
        device.forgetTab(tab);
      }
    }
    living -= 1;
  });
  const [changes] = await Promise.all([
    makeWeather(sky, over),
    killAtRandom(device, createRandom(seed + tabs + 1), over),
    ...visitors,
  ]);
  const unsent = await heal(device, network);
  const result = await balance(entries, records, network.log);
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(
    `${entries.length} attempts in ${seconds} s: ${changes} spells of weather, ${device.workerKills} workers killed, ${device.kills} browsers killed, ${network.commits} commits sent`,
  );
  return print(result, unsent);
}

/** Names and words as visitors have them, marked with the submission's number. */
function planFor(form: FormName, mark: string, random: Random): Plan {
  const typed: Record<string, string> = {
    name: random.pick(['Ada', 'Žofie Ø.', "O'Neil", '李雷', '  Bo  ']),
    email: `no${mark.slice(4)}@example.com`,
    favoriteBrand: `Skeinwell ${mark}`,
    company: `Loom & Sons ${mark}`,
    message: `${mark}\n${random.pick(['I cut patterns.', '"<b>" \\ 🍐', '…'])}`,
  };
  const names = forms[form].fields.map(({ name }) => name);
  return {
    path: `/${form}`,
    typed: Object.fromEntries(names.map((name) => [name, typed[name] ?? ''])),
    linger: random.pick([0, 0, 300, 1500]),
  };
}

async function submitOne(
  device: Device,
  tab: number,
  random: Random,
  entries: Entry[],
  count: number,
): Promise<void> {
  const names = Object.keys(forms) as FormName[];
  const page = await device.tab(tab).catch(() => undefined);
  if (!page || entries.length >= count) return;
  const address = page.url();
  // Another form than the one just sent, so that it begins anew.
  const form = random.pick(
    names.filter((name) => !address.endsWith(`/${name}`)),
  );
  const mark = `No. ${String(entries.length + 1).padStart(5, '0')}`;
  const entry: Entry = { form, mark };
  entries.push(entry);
  const plan = planFor(form, mark, random);
  const seen = await page.evaluate(visit, plan).catch(() => undefined);
  if (seen) entry.seen = seen;
  // The form has not come: begin again with a page of its own.
  else if (!page.isClosed()) await device.closeTab(tab);
  if (seen && !seen.values) await device.closeTab(tab);
  const whim = random.next();
  if (whim < 0.05) await page.reload().catch(() => undefined);
  else if (whim < 0.1) await device.closeTab(tab);
}

async function killAtRandom(
  device: Device,
  random: Random,
  over: () => boolean,
): Promise<void> {
  for (let workers = 3; !over(); workers -= 1) {
    await sleep(random.between(1000, 4000));
    if (over()) return;
    if (workers > 0) {
      await Promise.race([device.killWorkers(), late()]).catch(() => undefined);
    } else {
      await device.kill();
      workers = Math.floor(random.between(2, 6));
    }
  }
}

/** Repairs everything, and gives how many still wait when the time is up. */
async function heal(device: Device, network: Network): Promise<number> {
  network.heal();
  network.release();
  network.restore();
  // A form that shows what was refused holds it.
  for (let tab = 1; tab < tabs; tab += 1) await device.closeTab(tab);
  const end = Date.now() + healsWithin;
  for (let turn = 0; ; turn += 1) {
    const page = await device.tab(0);
    if (turn % 3 === 0) {
      await page.goto(`${network.origin}/about`).catch(() => undefined);
      await workerReady(page).catch(() => undefined);
    }
    // As a network does that comes back: nobody waits for their next time. A
    // page that has just come may not listen yet.
    await device.setOffline(true);
    await device.setOffline(false);
    const left = await untilEmpty(() => page.evaluate(inStore, {}));
    if (left > 0 && Date.now() > end) console.log(await stateOf(page));
    if (left === 0 || Date.now() > end) return left;
  }
}

/** What keeps an outbox from emptying, as far as a page can tell. */
async function stateOf(page: Page): Promise<string> {
  const unsent = await page.evaluate(inStore, {});
  const around = await page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistration();
    const states = [workers?.waiting?.state, workers?.active?.state];
    const locks = await navigator.locks.query();
    return { states, locks, online: navigator.onLine, now: Date.now() };
  });
  return JSON.stringify({ unsent, around });
}

async function untilEmpty(read: () => Promise<object[]>): Promise<number> {
  const end = Date.now() + 10_000;
  for (;;) {
    const left = await read().catch(() => [{}]);
    if (left.length === 0 || Date.now() > end) return left.length;
    await sleep(200);
  }
}

function print({ counted, wrong, describe }: Balance, unsent: number) {
  const line = (what: string, count: number, which = '') =>
    console.log(`${what.padEnd(32)} ${count} ${which}`);
  for (const [what, { length }] of Object.entries(counted)) line(what, length);
  for (const [what, marks] of Object.entries(wrong)) {
    line(what, marks.length, marks.join(', '));
  }
  line('still unsent', unsent);
  const bad = Object.values(wrong).flat();
  for (const mark of new Set(bad)) console.log(describe(mark));
  return bad.length + unsent > 0 ? 1 : 0;
}
