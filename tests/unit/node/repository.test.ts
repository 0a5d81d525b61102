import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { forms } from '../../../src/form-definitions/forms.ts';
import { recordsOf } from '../../../src/outbox/record-drafts.ts';
import { createSubmission } from '../../../src/outbox/submission.ts';

test('git ignores exported records and keys', () => {
  const files = [
    ...['waitlist.json', 'report.html', 'dump.jsonl', 'new.csv', 'ids.txt'],
    ...['key.json', 'pear-site-firebase-adminsdk-x1-0a1b2c.json', 'deploy.pem'],
    ...['exports/waitlist.json', 'exports/key.json', 'src/key.json', 'a.key'],
    ...['pear-site-0a1b2c3d4e5f.json', 'firebase-debug.log', '.firebase/a'],
    ...['public/.DS_Store', 'public/pictures/._grid.svg', 'Thumbs.db'],
    ...['.data/erased-2026-11-25T10-00-00.000Z.jsonl', 'gha-creds-0a1b.json'],
  ];
  const ignored = execFileSync('git', ['check-ignore', ...files]).toString();
  expect(ignored.trim().split('\n')).toEqual(files);
});

test('only the fields that the records command queries have indexes', () => {
  const withoutIndex = indexes.fieldOverrides.map(
    ({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`,
  );
  const drafts = Object.values(forms).flatMap(({ name, fields }) => {
    const values = Object.fromEntries(fields.map(({ name }) => [name, 'x']));
    return recordsOf(createSubmission('', name, values, 0));
  });
  const others = drafts.flatMap(({ collection, fields }) =>
    Object.keys(fields)
      .filter((field) => field !== 'email')
      .map((field) => `${collection}.${field}`),
  );
  expect(withoutIndex).toEqual(others);
});
