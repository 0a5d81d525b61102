// `npm run looks` builds the commit `commitBefore` and the current sources, and
// compares their pictures. A difference fails the run, unless this list names it.
// To start the list again, set `commitBefore` to the newest commit of the branch
// `main`, and empty the list.

/** The commit whose looks are right. A clone must contain it. */
export const commitBefore = 'bc4136090ad5c5086a6cb1370c577b6ef4601f08';

export interface IntendedChange {
  /** The story and the name of its picture, as the failed run prints them. */
  picture: string;
  /** The part of the picture that differs, as the failed run names it. */
  part: string;
  /** The widths of the window in CSS pixels. */
  widths: readonly number[];
  reason: string;
}

const hero = 'Straight from the brand.';
const waitlist = 'Coming Soon.';
const reason = 'The hang tag and the labels have the color of linen.';
const why = 'Why choose pear';
const white = 'The care label on linen is white, so its text can be read.';
const height = 'The swatches take less space, so all below moves up.';

export const intendedChanges: readonly IntendedChange[] = [
  { picture: '/: page', part: hero, widths: [390, 1440], reason },
  { picture: '/: first view', part: 'the whole', widths: [800, 1920], reason },
  { picture: '/: forced colors', part: hero, widths: [390], reason },
  { picture: '/: print', part: hero, widths: [794], reason },
  {
    picture: 'scrolled home page: at 0 %',
    part: 'the whole',
    widths: [1440],
    reason,
  },
  {
    picture: 'opened and picked: brands',
    part: hero,
    widths: [390, 1440],
    reason,
  },
  {
    picture: 'focus: .skip of /',
    part: 'the whole',
    widths: [390, 1440],
    reason,
  },
  {
    picture: 'focus: header a of /',
    part: 'the whole',
    widths: [390, 1440],
    reason,
  },
  {
    picture: 'focus: main [aria-pressed] of /',
    part: 'the whole',
    widths: [390, 1440],
    reason,
  },
  {
    picture: 'focus: main .actions a of /',
    part: 'the whole',
    widths: [390, 1440],
    reason,
  },
  {
    picture: 'form /waitlist: refused',
    part: waitlist,
    widths: [390, 1440],
    reason,
  },
  {
    picture: 'form /waitlist: sent',
    part: waitlist,
    widths: [390, 1440],
    reason,
  },
  {
    picture: 'waiting message: saved',
    part: waitlist,
    widths: [390, 1440],
    reason,
  },
  {
    picture: 'waiting message: notices',
    part: 'the whole',
    widths: [390, 1440],
    reason,
  },
  { picture: '/: page', part: why, widths: [390, 1440], reason: white },
  { picture: '/: page', part: 'header', widths: [1440], reason: height },
  {
    picture: 'opened and picked: brands',
    part: why,
    widths: [390, 1440],
    reason: white,
  },
  {
    picture: 'opened and picked: brands',
    part: 'header',
    widths: [1440],
    reason: height,
  },
  {
    picture: 'scrolled home page: at 20 %',
    part: 'the whole',
    widths: [1440],
    reason: height,
  },
  {
    picture: 'scrolled home page: at 40 %',
    part: 'the whole',
    widths: [1440],
    reason: height,
  },
  {
    picture: 'scrolled home page: at 60 %',
    part: 'the whole',
    widths: [1440],
    reason: height,
  },
  {
    picture: 'scrolled home page: at 80 %',
    part: 'the whole',
    widths: [1440],
    reason: height,
  },
  {
    picture: 'scrolled home page: at 100 %',
    part: 'the whole',
    widths: [1440],
    reason: height,
  },
];
