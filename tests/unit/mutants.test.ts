import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { outboxMutants } from '../mutants/outbox-mutants.ts';
import { siteMutants } from '../mutants/site-mutants.ts';

test.each([...outboxMutants, ...siteMutants])(
  'the code has the place that this mutant changes: $name',
  ({ killer, also, ...edit }) => {
    for (const { file, search } of also ? [edit, also] : [edit]) {
      expect(fs.readFileSync(file, 'utf8').split(search)).toHaveLength(2);
    }
    expect(fs.existsSync(killer.file)).toBe(true);
  },
);
