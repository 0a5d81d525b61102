import { toSavedRecord } from './backup-file.ts';
import type { OptionsOf } from './command-line.ts';
import type { CommandContext } from './context.ts';
import { erasedCollection } from './erased-ids.ts';
import { lockBackups, writeNewBackup } from './known-backups.ts';
import { quotePath } from './output-file.ts';
import { collectionNames, readAll } from './read-records.ts';
import { countRecords, createListing } from './record-lines.ts';

/** Writes every record, and the remembered ids of erased records, to one file. */
export function backup(context: CommandContext, { out }: OptionsOf<'backup'>) {
  return lockBackups(context, async () => {
    const { source, print } = context;
    const listing = createListing({ maxLines: 0 });
    const names = [...collectionNames, erasedCollection];

    const file = await writeNewBackup(context, out, async (add) => {
      for await (const { collection, page } of readAll(context, names)) {
        add(page.map((entry) => toSavedRecord(collection, entry)));
        for (const entry of page) listing.add(collection, entry);
      }
    });

    await print(
      `Backed up ${countRecords(listing.countAll())} of ${source.place}: ${listing.describeCounts() || 'there are none'}.
Wrote ${file}
The file holds personal data, and only you can read it. To bring records back:
  npm run records "--" restore ${quotePath(file)}
`,
    );
  });
}
