import { writeSync } from 'node:fs';
import { openRecords } from '../../src/node/server/firestore/records.ts';

/** Commits without end, saying so after each; made to be killed. */
export async function main([
  directory = '',
  run = '',
]: string[]): Promise<void> {
  const records = openRecords(directory);
  const now = new Date().toISOString();
  for (let count = 0; ; count += 1) {
    const path = `waitlist/${run}-${count}`;
    const message = 'x'.repeat(5000 * (count % 7));
    records.commit([{ path, fields: { message } }], now, now);
    writeSync(1, `${path}\n`);
  }
}
