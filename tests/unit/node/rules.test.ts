import { expect, test } from 'vitest';
import { forms } from '../../../src/form-definitions/forms.ts';
import { collections } from '../../../src/node/server/firestore/rules.ts';
import { recordsOf } from '../../../src/outbox/record-drafts.ts';
import { createSubmission } from '../../../src/outbox/submission.ts';

test('firestore.rules accept every field of the forms up to its limit', () => {
  const seen: string[] = [];
  for (const { name, fields, rules } of Object.values(forms)) {
    const filled = rules.filter(({ check }) => check === 'filled');
    // Each field's text is its own name, so that a record tells its origin.
    const names = Object.fromEntries(fields.map((f) => [f.name, f.name]));
    for (const record of recordsOf(createSubmission('', name, names, 0))) {
      const known = collections.get(record.collection);
      expect(known?.size).toBe(Object.keys(record.fields).length);
      for (const [key, from] of Object.entries(record.fields)) {
        const field = fields.find((field) => field.name === from);
        // An earlier release may have allowed more, and its messages still wait.
        const { maxLength = 0 } = known?.get(key) ?? {};
        expect(maxLength, key).toBeGreaterThanOrEqual(field?.maxLength ?? 0);
        // What a visitor may leave blank must not be refused for missing.
        const mayRequire = filled.some(({ fields }) => fields.includes(from));
        if (!mayRequire) expect(known?.get(key)?.required, key).toBe(false);
      }
      seen.push(record.collection);
    }
  }
  expect(seen.sort()).toEqual([...collections.keys()].sort());
});
