import fc from 'fast-check';
import { formSpecs } from '../support/forms.ts';
import { transientFaults } from '../support/network-faults.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import * as env from './actions/environment.ts';
import { forget, inputKinds, submit, typeOnly } from './actions/form.ts';
import * as navigation from './actions/navigation.ts';
import * as dialog from './actions/unsent-dialog.ts';
import { maxSteps, runSession, step } from './run-session.ts';
import type { Action, Environment } from './session.ts';

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
  .map(([one, two, pause]) => navigation.pressLinks([one, two ?? one], pause));
const { close, findNewVersion, reload, skipToMain, traverse } = navigation;

/** The possible actions with their weights. */
const actions: [number, fc.Arbitrary<Action>][] = [
  [3, fc.constantFrom(submit('new words'), submit('unchanged'))],
  [6, fc.constantFrom(...inputKinds).map(submit)],
  [5, fc.constant(dialog.openUnsentDialog)],
  [6, anyItem.map(dialog.edit)],
  [3, anyItem.map(dialog.retry)],
  [2, anyItem.map(dialog.discard)],
  [3, anyItem.map(dialog.confirm)],
  [2, anyItem.map(dialog.keep)],
  [2, fc.constantFrom(close('dialog', 'Close'), close('dialog', 'Escape'))],
  [2, fc.boolean().map(forget)],
  [5, anyPath.map(navigation.loadPage)],
  [3, anyLink.map((one) => navigation.pressLinks([one]))],
  [2, twoLinks],
  [3, fc.constant(traverse('back'))],
  [2, fc.constant(traverse('forward'))],
  [2, anyPath.map(navigation.open)],
  [5, fc.nat(13).map(navigation.pressChoice)],
  [6, fc.constantFrom(typeOnly, skipToMain, reload)],
  [2, fc.constantFrom(navigation.setHash, navigation.update)],
  [2, fc.constantFrom(navigation.openMenu, navigation.closeTab)],
  [2, fc.constantFrom(close('menu', 'Close menu'), close('menu', 'Escape'))],
  [3, fc.constant(env.goOnline)],
  [2, fc.nat(transientFaults.length - 1).map(env.failCommits)],
  [6, fc.constantFrom(env.goOffline, env.cutNetwork, env.refuseRecords)],
  [3, fc.constantFrom(env.mixFaults, env.holdCommits, env.ignoreCommit)],
  [4, fc.constantFrom(env.endFaults, env.deliver)],
  [3, fc.constantFrom(findNewVersion, env.killWorker, env.killBrowser)],
];

const anyStep = fc
  .tuple(
    fc.oneof(...actions.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
    fc.constantFrom(0, 0, 0, 1, 1, 2),
  )
  .map(([action, tab]) => step(action, tab));

/** Runs the session of a seed. After a failure, tries `shrinks` shorter sessions. */
export async function explore(
  environment: Environment,
  seed: number,
  shrinks = 0,
): Promise<void> {
  // Draws more steps than can run, because the session skips impossible steps.
  const size = { maxCommands: 10 * maxSteps, size: 'max' } as const;
  const sessions = fc.limitShrink(fc.commands([anyStep], size), shrinks);
  const property = fc.asyncProperty(sessions, async (steps) => {
    await runSession(environment, steps, seed);
  });
  const options = { seed, numRuns: 1, unbiased: true };
  const { errorInstance: cause } = await fc.check(property, options);
  if (cause) throw new Error(`EXPLORE_SEED=${seed}`, { cause });
}
