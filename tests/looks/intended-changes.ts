// `npm run looks` builds the commit `commitBefore` and the current sources, and
// compares their pictures. A difference fails the run, unless this list names it.
// To start the list again, set `commitBefore` to the newest commit of the branch
// `main`, and empty the list.

/** The commit whose looks are right. A clone must contain it. */
export const commitBefore = '1f847128e605d479d1957f150e2f56c4e68e6c78';

export interface IntendedChange {
  /** The story and the name of its picture, as the failed run prints them. */
  picture: string;
  /** The part of the picture that differs, as the failed run names it. */
  part: string;
  /** The widths of the window in CSS pixels. */
  widths: readonly number[];
  reason: string;
}

export const intendedChanges: readonly IntendedChange[] = [];
