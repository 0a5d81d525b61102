import { expect, test } from 'vitest';
import { readArguments } from '../../../src/node/canary/arguments.ts';

test.each(['write', 'local', 'help'])('--%s takes no value', (name) => {
  const args = ['https://pear.test', `--${name}=no`];
  expect(() => readArguments(args)).toThrow(
    `--${name} takes no value; write it alone or leave it out.`,
  );
});
