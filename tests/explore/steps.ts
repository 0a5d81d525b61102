import fc from 'fast-check';
import { withTimeout } from '../../src/async/timeout.ts';
import { passingFaults } from '../support/commits.ts';
import { formSpecs } from '../support/forms.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import type { Sight } from './inside.ts';
import { saysRefused } from './judge.ts';
import * as messages from './messages.ts';
import * as privacy from './privacy.ts';
import { check, type Deed, type Visited, type Walk } from './walk.ts';
import * as ways from './ways.ts';
import * as weather from './weather.ts';

export type Step = fc.AsyncCommand<Walk, undefined>;

/** A deed in one of the tabs, and all that must hold after it. */
export function step(deed: Deed, tab = 0): Step {
  return {
    check: (walk) =>
      walk.steps.length < walk.limit && deed.can(tabOf(walk, tab), walk),
    run: async (walk) => {
      const visited = tabOf(walk, tab);
      const before = visited.sight;
      walk.steps.push(`${visited.name}: ${deed.name}`);
      const left = await inTime(deed.run(walk, visited));
      if (left !== undefined) visited.inPage = left === 'in page';
      if (left === 'moved') forget(visited, before);
      await inTime(check(walk, tabOf(walk, tab)));
    },
    toString: () => `tab ${tab + 1} ${deed.name}`,
  };
}

/** A browser that gives no answer ends the walk, and is told of. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return withTimeout(120_000, work, () => new Error('No answer'));
}

function tabOf({ tabs }: Readonly<Walk>, tab: number): Visited {
  return tabs[tab % tabs.length] as Visited;
}

/** What was accepted belongs to the page that was left, unless it has stayed. */
function forget(visited: Visited, before: Sight): void {
  const { sight, accepted, thanked } = visited;
  const isSame =
    sight.document === before.document && sight.path === before.path;
  const stayed = isSame ? accepted : undefined;
  const isTold = sight.thanks || saysRefused(sight);
  // A page kept whole tells of what was accepted there.
  visited.accepted = isTold ? (stayed ?? thanked.get(sight.entry)) : undefined;
}

const paths = [...pages, notFoundPage].map(({ path }) => path);
const formPaths = formSpecs.map(({ path }) => path);
const anyPath = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...formPaths) },
  { weight: 1, arbitrary: fc.constantFrom(...paths) },
);
const anyItem = fc.constantFrom(0, 0, 0, 1, 2);

/** What may be drawn, and how often. */
const lot: [number, fc.Arbitrary<Deed>][] = [
  [9, fc.constantFrom(...messages.manners).map(messages.submit)],
  [5, fc.constant(messages.openSheet)],
  [6, anyItem.map(messages.edit)],
  [3, anyItem.map(messages.retry)],
  [2, anyItem.map(messages.discard)],
  [3, anyItem.map(messages.yes)],
  [2, anyItem.map(messages.keep)],
  [2, anyItem.map(messages.copy)],
  [4, fc.boolean().map(privacy.misspell)],
  [3, fc.constantFrom(privacy.notYou, privacy.disclose)],
  [2, fc.boolean().map(privacy.forget)],
  [5, anyPath.map(ways.visit)],
  [3, fc.nat(40).map(ways.link)],
  [3, fc.constant(ways.traverse('back'))],
  [2, fc.constant(ways.traverse('forward'))],
  [2, anyPath.map(ways.open)],
  [3, fc.constant(weather.online)],
  [2, fc.nat(passingFaults.length - 1).map(weather.fail)],
  [1, fc.constantFrom(-365, -2, 2, 365).map(weather.moveTo)],
  [6, fc.constantFrom(messages.begin, ways.skipToContent, ways.reload)],
  [4, fc.constantFrom(ways.tryAgain, ways.update)],
  [6, fc.constantFrom(weather.offline, weather.cut, weather.refuse)],
  [4, fc.constantFrom(weather.mend, weather.deliver)],
  [2, fc.constantFrom('Close', 'Escape').map((by) => ways.close('sheet', by))],
  [
    2,
    fc.constantFrom('Close menu', 'Escape').map((by) => ways.close('menu', by)),
  ],
  [2, fc.constantFrom(ways.openMenu, ways.closeTab)],
  [2, fc.constantFrom(ways.newVersion, weather.killWorker)],
];
const anyDeed = fc.oneof(
  ...lot.map(([weight, arbitrary]) => ({ weight, arbitrary })),
);

export const anyStep: fc.Arbitrary<Step> = fc
  .tuple(anyDeed, fc.constantFrom(0, 0, 0, 1, 1, 2))
  .map(([deed, tab]) => step(deed, tab));
