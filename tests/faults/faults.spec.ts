import { test } from './fixtures.ts';
import { scenarios } from './scenarios.ts';

for (const { id, name, not, run } of scenarios) {
  test(`${id} ${name}`, async ({ engine, world }) => {
    const reason = not?.[engine];
    test.skip(reason !== undefined, reason);
    await run(world);
    await world.settled();
  });
}
