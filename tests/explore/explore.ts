import fc from 'fast-check';
import { formSpecs } from '../support/forms.ts';
import { transientFaults } from '../support/network-faults.ts';
import { allPages } from '../support/pages.ts';
import * as env from './actions/environment.ts';
import {
  inputKinds,
  pasteKinds,
  pasteText,
  pressForgetMe,
  submitForm,
  typingAction,
} from './actions/form.ts';
import * as navigation from './actions/navigation.ts';
import * as dialog from './actions/unsent-dialog.ts';
import { createStep, maxSteps, runSession } from './run-session.ts';
import type { Action, Environment } from './session.ts';

const anyForm = fc.constantFrom(...formSpecs.map(({ path }) => path));
const anyPage = fc.constantFrom(...allPages.map(({ path }) => path));
const anyChoicePath = fc.constantFrom('/', '/faq');
const anyPath = fc.oneof(anyForm, anyForm, anyForm, anyPage, anyChoicePath);
const anyItemIndex = fc.constantFrom(0, 0, 0, 1, 2);
const anyPaste = fc.tuple(fc.constantFrom(...pasteKinds), fc.nat(2));
const anyLinkIndex = fc.nat(40);

/** Presses one link twice, or two links, at most 250 ms apart. */
const followTwoLinksAction = fc
  .tuple(anyLinkIndex, fc.option(anyLinkIndex), fc.constantFrom(0, 50, 250))
  .map(([first, second, pause]) =>
    navigation.pressLinks([first, second ?? first], pause),
  );

const { close, reloadAction, skipToMainAction, traverse, updateCheckAction } =
  navigation;

/** The possible actions with their weights. */
const actions: [number, fc.Arbitrary<Action>][] = [
  [3, fc.constantFrom(submitForm('new words'), submitForm('unchanged'))],
  [6, fc.constantFrom(...inputKinds).map(submitForm)],
  [5, fc.constant(dialog.openDialogAction)],
  [6, anyItemIndex.map(dialog.createEditAction)],
  [3, anyItemIndex.map(dialog.createRetryAction)],
  [2, anyItemIndex.map(dialog.createDiscardAction)],
  [3, anyItemIndex.map(dialog.createConfirmAction)],
  [2, anyItemIndex.map(dialog.createKeepAction)],
  [2, fc.constantFrom(close('dialog', 'Close'), close('dialog', 'Escape'))],
  [2, fc.boolean().map(pressForgetMe)],
  [5, anyPath.map(navigation.loadPage)],
  [3, anyLinkIndex.map((index) => navigation.pressLinks([index]))],
  [2, followTwoLinksAction],
  [3, fc.constant(traverse('back'))],
  [2, fc.constant(traverse('forward'))],
  [2, anyPath.map(navigation.openNewTab)],
  [5, anyForm.map(navigation.openApp)],
  [5, fc.nat(13).map(navigation.pressToggle)],
  [6, fc.constantFrom(typingAction, skipToMainAction, reloadAction)],
  [2, anyPaste.map(([kind, field]) => pasteText(kind, field))],
  [2, fc.constantFrom(navigation.setHashAction, navigation.pressReloadAction)],
  [2, fc.constantFrom(navigation.openMenuAction, navigation.closeTabAction)],
  [2, fc.constantFrom(close('menu', 'Close menu'), close('menu', 'Escape'))],
  [3, fc.constant(env.onlineEvent)],
  [2, fc.nat(transientFaults.length - 1).map(env.createFaultAction)],
  [6, fc.constantFrom(env.offlineEvent, env.networkCutEvent, env.refusalEvent)],
  [
    3,
    fc.constantFrom(
      env.changeFaultsEvent,
      env.commitHoldEvent,
      env.ignoredCommitEvent,
    ),
  ],
  [4, fc.constantFrom(env.faultsEndEvent, env.deliveryEvent)],
  [
    3,
    fc.constantFrom(
      updateCheckAction,
      env.workerKillEvent,
      env.browserKillEvent,
      env.browserRestoreEvent,
    ),
  ],
];

const weightedActions = actions.map(([weight, arbitrary]) => {
  return { weight, arbitrary };
});
const anyTab = fc.constantFrom(0, 0, 0, 1, 1, 2);
const anyStep = fc
  .tuple(fc.oneof(...weightedActions), anyTab)
  .map(([action, tab]) => createStep(action, tab));

/** Runs the session of a seed. After a failure, tries up to `shrinks` shorter ones. */
export async function exploreSession(
  environment: Environment,
  seed: number,
  shrinks = 0,
): Promise<void> {
  // Draws more than `maxSteps` steps, because the session skips impossible steps.
  const constraints = { maxCommands: 10 * maxSteps, size: 'max' } as const;
  const anySteps = fc.limitShrink(fc.commands([anyStep], constraints), shrinks);

  const property = fc.asyncProperty(anySteps, async (steps) => {
    await runSession(environment, steps, seed);
  });

  const checkOptions = { seed, numRuns: 1, unbiased: true };
  const { errorInstance: cause } = await fc.check(property, checkOptions);
  if (cause) throw new Error(`EXPLORE_SEED=${seed}`, { cause });
}
