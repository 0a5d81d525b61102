import fc from 'fast-check';
import { passingFaults } from '../support/commits.ts';
import { formSpecs } from '../support/forms.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import * as environment from './actions/environment.ts';
import * as form from './actions/form.ts';
import * as navigation from './actions/navigation.ts';
import * as privacy from './actions/privacy.ts';
import * as sheet from './actions/sheet.ts';
import type { Action } from './session.ts';
import { type Step, step } from './step.ts';

const paths = [...pages, notFoundPage].map(({ path }) => path);
const formPaths = formSpecs.map(({ path }) => path);
const anyPath = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...formPaths) },
  { weight: 1, arbitrary: fc.constantFrom(...paths) },
);
const anyBrokenDisk = fc.constantFrom('full', 'aborting', 'closed' as const);
const anyItem = fc.constantFrom(0, 0, 0, 1, 2);

/** What may be drawn, and how often. */
const lot: [number, fc.Arbitrary<Action>][] = [
  [9, fc.constantFrom(...form.manners).map(form.submit)],
  [5, fc.constant(sheet.openSheet)],
  [6, anyItem.map(sheet.edit)],
  [3, anyItem.map(sheet.retry)],
  [2, anyItem.map(sheet.discard)],
  [3, anyItem.map(sheet.yes)],
  [2, anyItem.map(sheet.keep)],
  [2, anyItem.map(sheet.copy)],
  [4, fc.boolean().map(privacy.misspell)],
  [3, fc.constantFrom(privacy.notYou, privacy.disclose)],
  [2, fc.boolean().map(privacy.forget)],
  [5, anyPath.map(navigation.visit)],
  [3, fc.nat(40).map(navigation.link)],
  [3, fc.constant(navigation.traverse('back'))],
  [2, fc.constant(navigation.traverse('forward'))],
  [2, anyPath.map(navigation.open)],
  [3, fc.constant(environment.online)],
  [2, fc.nat(passingFaults.length - 1).map(environment.fail)],
  [1, fc.constantFrom(-365, -2, 2, 365).map(environment.moveTo)],
  [6, fc.constantFrom(form.begin, navigation.skipToContent, navigation.reload)],
  [4, fc.constantFrom(navigation.tryAgain, navigation.update)],
  [
    6,
    fc.constantFrom(environment.offline, environment.cut, environment.refuse),
  ],
  [4, fc.constantFrom(environment.mend, environment.deliver)],
  [
    2,
    fc
      .constantFrom('Close', 'Escape')
      .map((by) => navigation.close('sheet', by)),
  ],
  [
    2,
    fc
      .constantFrom('Close menu', 'Escape')
      .map((by) => navigation.close('menu', by)),
  ],
  [2, fc.constantFrom(navigation.openMenu, navigation.closeTab)],
  [2, fc.constantFrom(navigation.newVersion, environment.killWorker)],
  [2, anyBrokenDisk.map((disk) => form.submit('new words', disk))],
  [
    3,
    fc.constantFrom(environment.mixed, environment.slow, environment.silence),
  ],
  [1, fc.constant(environment.killBrowser)],
];
const anyAction = fc.oneof(
  ...lot.map(([weight, arbitrary]) => ({ weight, arbitrary })),
);

export const anyStep: fc.Arbitrary<Step> = fc
  .tuple(anyAction, fc.constantFrom(0, 0, 0, 1, 1, 2))
  .map(([action, tab]) => step(action, tab));
