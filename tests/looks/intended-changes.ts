// `npm run looks` builds the commit `commitBefore` and the current sources, and
// compares their pictures. A difference fails the run, unless this list names it.
// To start the list again, set `commitBefore` to the newest commit of the branch
// `main`, and empty the list.

/** The commit whose looks are right. A clone must contain it. */
export const commitBefore = '44a767abdca3dd77bd7849e6c651f577f7f423fb';

export interface IntendedChange {
  /** The story and the name of its picture, as the failed run prints them. */
  picture: string;
  /** The part of the picture that differs, as the failed run names it. */
  part: string;
  /** The widths of the window in CSS pixels. */
  widths: readonly number[];
  reason: string;
}

const problems = 'The problems with online shopping';
const icons = 'The open strokes of the icons are no longer filled black.';

export const intendedChanges: readonly IntendedChange[] = [
  { picture: '/: page', part: problems, widths: [390, 1440], reason: icons },
  { picture: '/: forced colors', part: problems, widths: [390], reason: icons },
  { picture: '/: print', part: problems, widths: [794], reason: icons },
  {
    picture: '/brands: page',
    part: 'What you can do there',
    widths: [390, 1440],
    reason: icons,
  },
  {
    picture: '/brands: forced colors',
    part: 'What you can do there',
    widths: [390],
    reason: icons,
  },
  {
    picture: '/brands: print',
    part: 'What you can do there',
    widths: [794],
    reason: icons,
  },
  {
    picture: 'scrolled home page: at 20 %',
    part: 'the whole',
    widths: [1440],
    reason: icons,
  },
  {
    picture: 'opened and picked: brands',
    part: problems,
    widths: [390, 1440],
    reason: icons,
  },
  {
    picture: '/advantage: print',
    part: 'AI Advantage',
    widths: [794],
    reason: 'Black text on purple has too little contrast on paper.',
  },
];
