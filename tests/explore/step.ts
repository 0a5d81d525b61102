import fc from 'fast-check';
import { withTimeout } from '../../src/async/timeout.ts';
import { passingFaults } from '../support/commits.ts';
import { formSpecs } from '../support/forms.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import * as environment from './actions/environment.ts';
import * as form from './actions/form.ts';
import * as navigation from './actions/navigation.ts';
import * as privacy from './actions/privacy.ts';
import * as sheet from './actions/sheet.ts';
import { judge, saysNotLoaded, saysRefused } from './judge.ts';
import {
  type Action,
  glance,
  longestWait,
  type Session,
  stored,
  until,
  type VisitedTab,
} from './session.ts';
import type { Snapshot } from './snapshot.ts';

export type Step = fc.AsyncCommand<Session, undefined>;

/** An action in one of the tabs, and all that must hold after it. */
export function step(action: Action, tab = 0): Step {
  const tabOf = ({ tabs }: Readonly<Session>) =>
    tabs[tab % tabs.length] as VisitedTab;
  return {
    check: (session) =>
      session.steps.length < session.limit &&
      action.can(tabOf(session), session),
    run: async (session) => {
      const visited = tabOf(session);
      const before = visited.snapshot;
      session.steps.push(`${visited.name}: ${action.name}`);
      const left = await inTime(action.run(visited, session));
      if (left !== 'elsewhere') visited.inPage = left !== 'moved';
      if (left === 'moved') forget(visited, before);
      await inTime(check(session));
    },
    toString: () => `tab ${tab + 1} ${action.name}`,
  };
}

/** A browser that never answers ends the session, and is told of. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return withTimeout(2 * longestWait, work, () => new Error('No answer'));
}

const isTold = (snapshot: Snapshot) =>
  snapshot.thanks !== undefined || saysRefused(snapshot);

/** What was accepted belongs to the page that was left, unless it has stayed. */
function forget(visited: VisitedTab, before: Snapshot): void {
  const { snapshot, accepted, thanked } = visited;
  const isSame =
    snapshot.document === before.document && snapshot.path === before.path;
  const stayed = isSame ? accepted : undefined;
  // A page kept whole tells of what was accepted there.
  const kept = stayed ?? thanked.get(snapshot.entry);
  visited.accepted = isTold(snapshot) ? kept : undefined;
}

/** Every page is as it must be. */
export async function check(session: Session): Promise<void> {
  for (const visited of session.tabs) {
    await until(async () => {
      const snapshot = await glance(visited).catch(() => undefined);
      if (!snapshot) return ['the page cannot be read'];
      // It may give a page half a script of those that the worker holds.
      if (snapshot.isFirefox && !snapshot.isWhole && saysNotLoaded(snapshot)) {
        await visited.tab.reload();
        return ['the page was loaded anew, as it asked'];
      }
      const submissions = await stored(visited);
      // Only a thank-you tells of what has left the outbox.
      const receipts = snapshot.thanks ? await stored(visited, 'receipts') : [];
      visited.unsent = submissions.length;
      const outbox = { submissions, receipts: receipts.map(({ id }) => id) };
      const { never, notYet } = judge(session, visited, outbox);
      const seen = JSON.stringify({ ...snapshot, links: undefined });
      const told = [...never, ...notYet, `${visited.name}: ${seen}`];
      if (never.length > 0) throw new Error(told.join('\n'));
      return notYet.length > 0 ? told : [];
    });
  }
  for (const { snapshot, accepted, thanked } of session.tabs) {
    if (isTold(snapshot) && accepted) thanked.set(snapshot.entry, accepted);
  }
}

const paths = [...pages, notFoundPage].map(({ path }) => path);
const formPaths = formSpecs.map(({ path }) => path);
const anyPath = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...formPaths) },
  { weight: 1, arbitrary: fc.constantFrom(...paths) },
);
const anyItem = fc.constantFrom(0, 0, 0, 1, 2);
const { begin, manners, submit } = form;
const { close, newVersion, reload, skipToContent } = navigation;
const { cut, killWorker, mixed, offline, refuse, silence } = environment;

/** What may be drawn, and how often. */
const lot: [number, fc.Arbitrary<Action>][] = [
  [9, fc.constantFrom(...manners).map((manner) => submit(manner))],
  [5, fc.constant(sheet.openSheet)],
  [6, anyItem.map(sheet.edit)],
  [3, anyItem.map(sheet.retry)],
  [2, anyItem.map(sheet.discard)],
  [3, anyItem.map(sheet.yes)],
  [2, anyItem.map(sheet.keep)],
  [2, fc.constantFrom(close('sheet', 'Close'), close('sheet', 'Escape'))],
  [2, fc.boolean().map(privacy.forget)],
  [5, anyPath.map(navigation.visit)],
  [3, fc.nat(40).map(navigation.link)],
  [3, fc.constant(navigation.traverse('back'))],
  [2, fc.constant(navigation.traverse('forward'))],
  [2, anyPath.map(navigation.open)],
  [6, fc.constantFrom(begin, skipToContent, reload)],
  [2, fc.constant(navigation.update)],
  [2, fc.constantFrom(navigation.openMenu, navigation.closeTab)],
  [2, fc.constantFrom(close('menu', 'Close menu'), close('menu', 'Escape'))],
  [3, fc.constant(environment.online)],
  [2, fc.nat(passingFaults.length - 1).map(environment.fail)],
  [6, fc.constantFrom(offline, cut, refuse)],
  [3, fc.constantFrom(mixed, environment.slow, silence)],
  [4, fc.constantFrom(environment.mend, environment.deliver)],
  [2, fc.constantFrom(newVersion, killWorker)],
];
const anyAction = fc.oneof(
  ...lot.map(([weight, arbitrary]) => ({ weight, arbitrary })),
);

export const anyStep: fc.Arbitrary<Step> = fc
  .tuple(anyAction, fc.constantFrom(0, 0, 0, 1, 1, 2))
  .map(([action, tab]) => step(action, tab));
