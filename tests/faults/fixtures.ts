import type { Engine } from '../support/browsers.ts';
import { startDriver } from '../support/engines/drivers.ts';
import type { Driver } from '../support/engines/engine.ts';
import { siteTest } from '../support/fixtures.ts';
import { World } from './world.ts';

interface Options {
  engine: Engine;
}

/** A world for each scenario, with the site and one engine behind it. */
export const test = siteTest.extend<
  { world: World },
  Options & { driver: Driver }
>({
  engine: ['chromium', { scope: 'worker', option: true }],
  driver: [
    async ({ engine }, use) => {
      const driver = await startDriver[engine]();
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: async ({ engine, driver, network, records }, use, testInfo) => {
    const profile = testInfo.outputPath('profile');
    const world = new World(engine, driver, network, records, profile);
    await use(world);
    await world.end();
  },
});
