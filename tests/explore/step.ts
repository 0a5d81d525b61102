import fc from 'fast-check';
import { withTimeout } from '../../src/async/timeout.ts';
import { formSpecs } from '../support/forms.ts';
import { transientFaults } from '../support/network-faults.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import * as environment from './actions/environment.ts';
import { submit } from './actions/form.ts';
import * as navigation from './actions/navigation.ts';
import * as sheet from './actions/sheet.ts';
import { judge, saysNotLoaded, saysRefused } from './judge.ts';
import * as session from './session.ts';
import type { Snapshot } from './snapshot.ts';

/** The largest number of steps in a session. */
export const longestSession = 40;

export type Step = fc.AsyncCommand<session.Session, undefined>;

/** Performs an action in one of the tabs, and then checks all tabs. */
export function step(action: session.Action, tab = 0): Step {
  const tabOf = ({ tabs }: Readonly<session.Session>) =>
    tabs[tab % tabs.length] as session.VisitedTab;
  return {
    check: (model) =>
      model.steps.length < longestSession && action.can(tabOf(model), model),
    run: async (model) => {
      const visited = tabOf(model);
      const before = visited.snapshot;
      model.steps.push(`${visited.name}: ${action.name}`);
      const result = await withLimit(action.run(visited, model));
      if (result === 'moved') updateAccepted(visited, before);
      await withLimit(check(model));
    },
    toString: () => `tab ${tab + 1} ${action.name}`,
  };
}

/** Rejects if the browser never answers, so that the steps are reported. */
function withLimit<T>(work: Promise<T>): Promise<T> {
  const error = () => new Error('The browser does not answer');
  return withTimeout(2 * session.longestWait, work, error);
}

const isAccepted = (snapshot: Snapshot) =>
  snapshot.thanks !== undefined || saysRefused(snapshot);

/** Forgets the accepted message unless the page that accepted it is shown. */
function updateAccepted(visited: session.VisitedTab, before: Snapshot): void {
  const { snapshot, accepted, thanked } = visited;
  const isSame =
    snapshot.document === before.document && snapshot.path === before.path;
  const known = (isSame && accepted) || thanked.get(snapshot.entry);
  visited.accepted = isAccepted(snapshot) ? known : undefined;
}

/** Checks that every page becomes right, and nothing wrong for good. */
export async function check(model: session.Session): Promise<void> {
  for (const visited of model.tabs) {
    const problems = async () => {
      const snapshot = await visited.refresh().catch(() => undefined);
      if (!snapshot) return ['the page cannot be read'];
      // Firefox may load half of a script that the worker has stored.
      if (snapshot.isFirefox && !snapshot.isWhole && saysNotLoaded(snapshot)) {
        await visited.tab.reload();
        return ['the page was reloaded, as it asked'];
      }
      const submissions = await visited.stored();
      // Only a thank-you describes messages that have left the outbox.
      const receipts = snapshot.thanks ? await visited.stored('receipts') : [];
      visited.unsent = submissions.length;
      const outbox = { submissions, receipts: receipts.map(({ id }) => id) };
      const { never, notYet } = judge(model, visited, outbox);
      const shown = `${visited.name}: ${JSON.stringify(snapshot)}`;
      const all = [...never, ...notYet, shown];
      if (never.length > 0) throw new Error(all.join('\n'));
      return notYet.length > 0 ? all : [];
    };
    await session.poll(problems, visited.name).toEqual([]);
  }
  for (const { snapshot, accepted, thanked } of model.tabs) {
    if (isAccepted(snapshot) && accepted) thanked.set(snapshot.entry, accepted);
  }
}

const allPages = [...pages, notFoundPage];
const anyForm = fc.constantFrom(...formSpecs.map(({ path }) => path));
const anyPage = fc.constantFrom(...allPages.map(({ path }) => path));
const anyPath = fc.oneof(anyForm, anyForm, anyForm, anyPage);
const anyItem = fc.constantFrom(0, 0, 0, 1, 2);
const { reload, traverse } = navigation;
const { cut, deliver, endFaults, offline, refuse, slow } = environment;

/** The possible actions with their weights. */
const actions: [number, fc.Arbitrary<session.Action>][] = [
  [14, fc.constant(submit('new words'))],
  [5, fc.constant(submit('unchanged'))],
  [2, fc.constant(submit('earlier words'))],
  [10, fc.constant(sheet.openSheet)],
  [10, anyItem.map(sheet.edit)],
  [5, anyItem.map(sheet.retry)],
  [5, anyItem.map(sheet.discard)],
  [3, fc.constant(sheet.closeSheet)],
  [7, anyPath.map(navigation.visit)],
  [3, fc.nat(40).map(navigation.link)],
  [3, fc.constant(traverse('back'))],
  [2, fc.constant(traverse('forward'))],
  [2, anyPath.map(navigation.open)],
  [1, fc.constant(navigation.closeTab)],
  [2, fc.constant(reload)],
  [2, fc.constant(environment.online)],
  [2, fc.nat(transientFaults.length - 1).map(environment.fail)],
  [6, fc.constantFrom(offline, cut, refuse, slow)],
  [3, fc.constantFrom(endFaults, deliver)],
  [1, fc.constant(environment.killWorker)],
];

export const anyStep: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(...actions.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
    fc.constantFrom(0, 0, 0, 1, 1, 2),
  )
  .map(([action, tab]) => step(action, tab));
