import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright';
import { getLaunchOptions } from '../../support/browsers.ts';
import { emulatorAdvice } from '../../support/emulator.ts';
import { driverStarters } from '../../support/engines/drivers.ts';
import type { Driver } from '../../support/engines/engine.ts';
import {
  type Contestant,
  measureCode,
  startContestant,
} from './contestants.ts';
import { faults, type PeerFault } from './faults.ts';
import { breakableWorkerScript } from './injected-scripts.ts';
import {
  type Column,
  type ContestantName,
  contestantNames,
  readInstalledVersions,
  readResults,
  readVersions,
  writeResults,
} from './results.ts';
import { Trial } from './trial.ts';

/**
 * `npm run bench:peers -- NAMES FAULTS QUERY`: runs the faults on this site and on its
 * peers, and prints what becomes of the message. NAMES are some of pear, tanstack,
 * workbox and firestore, and FAULTS are some of the faults' numbers, with commas between
 * them. QUERY is added to the address of a peer's page. Without FAULTS, also writes the
 * table of decision 0001.
 */
export async function main([
  names,
  numbers,
  query = '',
]: string[]): Promise<number> {
  const chosenNames = contestantNames.filter(
    (name) => !names || names.split(',').includes(name),
  );
  const chosenFaults = [...faults.entries()].filter(
    ([index]) => !numbers || numbers.split(',').includes(String(index + 1)),
  );

  installPackages();
  const driver = await driverStarters.chromium();
  let exitCode = 0;

  for (const name of chosenNames) {
    const contestant = await startContestant(name, query);
    if (!contestant) {
      console.log(`${name}: skipped. ${emulatorAdvice}`);
      exitCode = 1;
      continue;
    }

    contestant.network.inject('worker', breakableWorkerScript);
    const outcomes: string[] = [];
    for (const [index, fault] of chosenFaults) {
      const outcome = fault.notPossible?.[name]
        ? 'not possible'
        : await runFault(fault, contestant, driver);
      console.log(`${name}, ${index + 1}. ${fault.title}: ${outcome}`);
      outcomes.push(outcome);
    }

    await contestant.stop();
    if (!numbers)
      writeResults({
        ...readResults(),
        [name]: await toColumn(name, outcomes),
      });
  }

  await driver.close();
  return exitCode;
}

/** Installs the locked packages if others are installed, and checks the pages' types. */
function installPackages(): void {
  const folder = 'tests/bench/peers';
  const isInstalled = contestantNames.every((name) =>
    isDeepStrictEqual(readVersions(name), readInstalledVersions(name)),
  );
  if (!isInstalled) {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    const installArgs = [
      'ci',
      '--prefix',
      folder,
      '--loglevel=error',
      ...flags,
    ];
    execFileSync('npm', installArgs, { stdio: 'inherit' });
  }
  execFileSync('npx', ['tsc', '-p', `${folder}/pages`], { stdio: 'inherit' });
}

/** Repeats a run that failed by itself, for example because the browser crashed. */
async function runFault(...args: Parameters<typeof runOnce>): Promise<string> {
  return runOnce(...args).catch((error) => {
    console.warn(error);
    return runOnce(...args);
  });
}

async function runOnce(
  fault: PeerFault,
  contestant: Contestant,
  driver: Driver,
): Promise<string> {
  const trial = await Trial.start(contestant, driver, fault);
  try {
    await fault.run(trial);
    return await trial.judge();
  } finally {
    await trial.end();
  }
}

async function toColumn(
  name: ContestantName,
  outcomes: string[],
): Promise<Column> {
  const browser = await chromium.launch(getLaunchOptions('chromium'));
  const [version = ''] = browser.version().split('.');
  await browser.close();

  return {
    date: new Date().toISOString().slice(0, 10),
    chromium: version,
    packages: readVersions(name),
    ...(name !== 'pear' && { codeSize: await measureCode(name) }),
    outcomes,
  };
}
