import assert from 'node:assert';
import type { Values } from '../../src/form-definitions/form-definition.ts';
import { accessStore } from '../support/indexed-db.ts';
import { poll, type Session, type Visit } from './session.ts';

// What is typed in a window of the installed app is also on the disk. A window that is
// closed or killed leaves its texts there. Each of them is shown once by a later window.

/** A draft that a window of the app has written to the disk. */
interface DiskText {
  draftName: string;
  values: Values;
}

export async function readDisk({ tabs }: Session): Promise<DiskText[]> {
  const options = { database: 'pear-visitor', store: 'drafts' };
  const records = (await tabs[0]?.tab.evaluate(accessStore, options)) ?? [];
  return records.map(({ name, typed }) => {
    return { draftName: String(name), values: typed as Values };
  });
}

/** Closes a tab, or a window of the app when the disk has what was typed in it. */
export async function closeVisit(session: Session, visit: Visit) {
  if (visit.isApp) await waitForDisk(session, visit);
  const diskTexts = await readDisk(session);
  session.tabs.splice(session.tabs.indexOf(visit), 1);
  await visit.tab.close();
  await recordLeftTexts(session, [visit], diskTexts);
}

async function waitForDisk(session: Session, { drafts }: Visit) {
  const listUnsaved = async () => {
    const diskTexts = await readDisk(session);
    return [...drafts].filter(([draftName, { values }]) => {
      // The draft of an edit is not stored while it equals the edited submission.
      const isEdit = !draftName.endsWith(' ');
      if (isEdit || isBlank(values)) return false;
      return findLastOnDisk(diskTexts, draftName, [values]) === -1;
    });
  };
  await poll(listUnsaved, 'texts that are not on the disk').toEqual([]);
}

/**
 * Records which texts the closed or killed windows of the app have left. The app writes a
 * text a second after it was typed, so the disk may have an earlier text of a killed
 * window, but none that is older than what the disk had before.
 */
export async function recordLeftTexts(
  session: Session,
  goneVisits: readonly Visit[],
  textsBefore: readonly DiskText[],
): Promise<void> {
  const diskTexts = await readDisk(session);

  for (const { drafts, isApp } of goneVisits) {
    if (!isApp) continue;

    for (const [draftName, { values, earlier }] of drafts) {
      const versions = [...earlier, values];
      const versionBefore = findLastOnDisk(textsBefore, draftName, versions);
      const version = findLastOnDisk(diskTexts, draftName, versions);
      assert(version >= versionBefore, `A text of '${draftName}' is lost`);

      const left = versions[version];
      if (left && !isBlank(left))
        session.leftTexts.push({ draftName, values: left });
    }
  }
}

/** Returns the index of the last version that the disk has, or -1. */
function findLastOnDisk(
  diskTexts: readonly DiskText[],
  draftName: string,
  versions: readonly Values[],
): number {
  const storedName = draftName.trim().replace(' ', '-');
  const sameDrafts = diskTexts.filter((text) => text.draftName === storedName);
  return versions.findLastIndex((version) =>
    sameDrafts.some(({ values }) => haveSameTexts(values, version)),
  );
}

/** A missing text counts as blank. */
function haveSameTexts(a: Values, b: Values): boolean {
  // Reading a form replaces half of an emoji, and the disk stores it unchanged.
  const getText = (values: Values, field: string) =>
    Buffer.from(values[field] ?? '').toString();
  return Object.keys({ ...a, ...b }).every(
    (field) => getText(a, field) === getText(b, field),
  );
}

const isBlank = (values: Values) => haveSameTexts(values, {});
