import { setTimeout as sleep } from 'node:timers/promises';
import { passingFaults } from '../support/commits.ts';
import type { Network } from '../support/network.ts';
import type { Device } from './device.ts';
import type { Random } from './random.ts';

/** One spell of weather; gives how it ends. */
type Spell = (sky: Sky) => Promise<() => unknown>;

export interface Sky {
  network: Network;
  device: Device;
  random: Random;
}

const spells: readonly { weight: number; spell: Spell }[] = [
  { weight: 6, spell: async () => () => undefined },
  { weight: 4, spell: oneFault },
  { weight: 4, spell: mixedFaults },
  { weight: 2, spell: brokenRules },
  { weight: 2, spell: noRoute },
  { weight: 2, spell: offline },
  { weight: 1, spell: slowServer },
  { weight: 1, spell: silence },
];

const lot = spells.flatMap(({ weight, spell }) =>
  Array.from({ length: weight }, () => spell),
);

/** Changes the weather until `over`; gives how often. */
export async function makeWeather(
  sky: Sky,
  over: () => boolean,
): Promise<number> {
  let changes = 0;
  while (!over()) {
    const spell = sky.random.pick(lot);
    const end = await spell(sky);
    changes += 1;
    await sleep(sky.random.between(100, 2500));
    await end();
  }
  return changes;
}

async function oneFault({ network, random }: Sky) {
  network.fail(random.pick(passingFaults));
  return () => network.heal();
}

async function mixedFaults({ network, random }: Sky) {
  network.failEach(() =>
    random.next() < 0.6 ? random.pick(passingFaults) : undefined,
  );
  return () => network.heal();
}

async function brokenRules({ network }: Sky) {
  network.refuseNew();
  return () => network.heal();
}

async function noRoute({ network }: Sky) {
  network.cut();
  return () => network.restore();
}

async function offline({ network, device }: Sky) {
  await device.setOffline(true);
  network.cut();
  return () => {
    network.restore();
    return device.setOffline(false);
  };
}

async function slowServer({ network }: Sky) {
  network.hold();
  return () => network.release();
}

/** One only: each costs whoever sends the whole of its time limit. */
async function silence({ network }: Sky) {
  network.fail({ kind: 'silence' }, 1);
  return () => network.heal();
}
