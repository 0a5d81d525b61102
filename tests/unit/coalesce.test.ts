import { expect, test } from 'vitest';
import { coalesce } from '../../src/async/coalesce.ts';

test('what asks during the work shares one more turn', async () => {
  let turns = 0;
  let finish = () => {};
  const ask = coalesce(() => {
    turns += 1;
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  ask();
  for (let more = 0; more < 5; more += 1) ask();
  expect(turns).toBe(1);
  finish();
  await Promise.resolve();
  expect(turns).toBe(2);
  finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(turns).toBe(2);
  ask();
  expect(turns).toBe(3);
});
