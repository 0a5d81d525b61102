import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { outboxMutants } from '../mutants/outbox-mutants.ts';
import { siteMutants } from '../mutants/site-mutants.ts';

const mutants = [...outboxMutants, ...siteMutants];

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'the code has the place that this mutant changes: %s',
  (_, { edits, killer }) => {
    for (const { file, search } of edits) {
      expect(fs.readFileSync(file, 'utf8').split(search)).toHaveLength(2);
    }
    expect(fs.existsSync(killer.file)).toBe(true);
  },
);
