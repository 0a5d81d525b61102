import { engineTest } from '../support/fixtures.ts';
import { World } from './world.ts';

/** A world for each scenario, with the site and one engine behind it. */
export const test = engineTest.extend<{ world: World }>({
  world: async ({ engine, driver, network, records }, use, testInfo) => {
    const profile = testInfo.outputPath('profile');
    const world = new World(engine, driver, network, records, profile);
    await use(world);
    await world.end();
  },
});
