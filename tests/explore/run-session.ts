import fc from 'fast-check';
import { withTimeout } from '../../src/async/timeout.ts';
import { formSpecs } from '../support/forms.ts';
import { transientFaults } from '../support/network-faults.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import * as environment from './actions/environment.ts';
import { inputs, submit, typeOnly } from './actions/form.ts';
import * as navigation from './actions/navigation.ts';
import { forget } from './actions/privacy.ts';
import * as sheet from './actions/sheet.ts';
import { judge, saysNotLoaded, saysRefused } from './judge.ts';
import * as session from './session.ts';
import type { Snapshot } from './snapshot.ts';

export type Step = fc.AsyncCommand<session.Session, undefined>;

/** Performs an action in one of the tabs, and then checks all tabs. */
export function step(action: session.Action, tab = 0): Step {
  const tabOf = ({ tabs }: Readonly<session.Session>) =>
    tabs[tab % tabs.length] as session.VisitedTab;
  return {
    check: (model) =>
      model.steps.length < model.limit && action.can(tabOf(model), model),
    run: async (model) => {
      const visited = tabOf(model);
      const before = visited.snapshot;
      model.steps.push(`${visited.name}: ${action.name}`);
      const result = await withLimit(action.run(visited, model));
      if (result !== 'elsewhere') visited.keepsFocus = result !== 'moved';
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

/** Waits until every page passes all checks. Throws if a problem is final. */
export async function check(model: session.Session): Promise<void> {
  for (const visited of model.tabs) {
    const findProblems = async () => {
      const snapshot = await visited.refresh().catch(() => undefined);
      if (!snapshot) return ['the page cannot be read'];
      // Firefox may truncate a script from the worker's cache.
      if (snapshot.isFirefox && !snapshot.isWhole && saysNotLoaded(snapshot)) {
        await visited.tab.reload();
        return ['the page was reloaded, as it asked'];
      }
      const submissions = await visited.stored();
      // Only a thank-you can describe a message that has left the outbox.
      const receipts = snapshot.thanks ? await visited.stored('receipts') : [];
      visited.unsent = submissions.length;
      const outbox = { submissions, receipts: receipts.map(({ id }) => id) };
      const { never, notYet } = judge(model, visited, outbox);
      const shown = JSON.stringify({ ...snapshot, links: undefined });
      const all = [...never, ...notYet, `${visited.name}: ${shown}`];
      if (never.length > 0) throw new Error(all.join('\n'));
      return notYet.length > 0 ? all : [];
    };
    await session.poll(findProblems, visited.name).toEqual([]);
  }
  for (const { snapshot, accepted, thanked } of model.tabs) {
    if (isAccepted(snapshot) && accepted) thanked.set(snapshot.entry, accepted);
  }
}

const allPages = [...pages, notFoundPage];
const anyForm = fc.constantFrom(...formSpecs.map(({ path }) => path));
const anyPage = fc.constantFrom(...allPages.map(({ path }) => path));
const anyChoice = fc.constantFrom('/', '/faq');
const anyPath = fc.oneof(anyForm, anyForm, anyForm, anyPage, anyChoice);
const anyItem = fc.constantFrom(0, 0, 0, 1, 2);
const anyLink = fc.nat(40);
/** Presses one link twice, or two links, at most 250 ms apart. */
const twoLinks = fc
  .tuple(anyLink, fc.option(anyLink), fc.constantFrom(0, 50, 250))
  .map(([one, other, pause]) => navigation.link([one, other ?? one], pause));
const { close, reload, skipToContent, traverse } = navigation;
const { cut, killWorker, mixed, offline, refuse, silence } = environment;

/** The possible actions with their weights. */
const actions: [number, fc.Arbitrary<session.Action>][] = [
  [9, fc.constantFrom(...inputs).map((input) => submit(input))],
  [5, fc.constant(sheet.openSheet)],
  [6, anyItem.map(sheet.edit)],
  [3, anyItem.map(sheet.retry)],
  [2, anyItem.map(sheet.discard)],
  [3, anyItem.map(sheet.confirm)],
  [2, anyItem.map(sheet.keep)],
  [2, fc.constantFrom(close('sheet', 'Close'), close('sheet', 'Escape'))],
  [2, fc.boolean().map(forget)],
  [5, anyPath.map(navigation.visit)],
  [3, anyLink.map((one) => navigation.link([one]))],
  [2, twoLinks],
  [3, fc.constant(traverse('back'))],
  [2, fc.constant(traverse('forward'))],
  [2, anyPath.map(navigation.open)],
  [5, fc.nat(13).map(navigation.choice)],
  [6, fc.constantFrom(typeOnly, skipToContent, reload)],
  [2, fc.constantFrom(navigation.hash, navigation.update)],
  [2, fc.constantFrom(navigation.openMenu, navigation.closeTab)],
  [2, fc.constantFrom(close('menu', 'Close menu'), close('menu', 'Escape'))],
  [3, fc.constant(environment.online)],
  [2, fc.nat(transientFaults.length - 1).map(environment.fail)],
  [6, fc.constantFrom(offline, cut, refuse)],
  [3, fc.constantFrom(mixed, environment.slow, silence)],
  [4, fc.constantFrom(environment.endFaults, environment.deliver)],
  [
    3,
    fc.constantFrom(navigation.newVersion, killWorker, environment.killBrowser),
  ],
];

export const anyStep: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(...actions.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
    fc.constantFrom(0, 0, 0, 1, 1, 2),
  )
  .map(([action, tab]) => step(action, tab));
