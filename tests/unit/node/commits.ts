import { writeSync } from 'node:fs';
import { openRecords } from '../../../src/node/server/firestore/records-file.ts';

/** Commits without end, saying so after each; made to be killed. */
const [, , directory = '', run = ''] = process.argv;
const records = openRecords(directory, 'http://127.0.0.1:1');
const now = new Date().toISOString();
for (let count = 0; ; count += 1) {
  const path = `waitlist/${run}-${count}`;
  const fields = { message: 'x'.repeat(5000 * (count % 7)) };
  const line = { timestamp: now, committed: now, records: { [path]: fields } };
  records.commit(line);
  writeSync(1, `${path}\n`);
}
