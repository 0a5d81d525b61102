import { findRoute } from '../../src/addresses.ts';
import {
  conflictText,
  queuedTexts,
  statusTexts,
} from '../../src/content/delivery.ts';
import { chunkFailureTexts } from '../../src/content/failures.ts';
import { noticeTexts } from '../../src/content/notices.ts';
import { getUnsentLabel, unsentTexts } from '../../src/content/unsent.ts';
import type { Values } from '../../src/form-definitions/form-definition.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import { notFoundRoute } from '../../src/routes.ts';
import type { StoredRecord } from '../support/indexed-db.ts';
import type { Session, Visit } from './session.ts';
import type { Snapshot } from './snapshot.ts';

type ShownForm = NonNullable<Snapshot['form']>;

/** Returns the name of the page's draft: its form, and its submission's id, if any. */
const getNameOfDraft = ({ snapshot: { form }, acceptedId }: Visit) =>
  `${form?.name} ${acceptedId ?? form?.editedId ?? ''}`;

const failureTexts: string[] = Object.values(forms).map(
  ({ failure }) => failure,
);
export const isRefusalShown = ({ alert = '' }: Snapshot) =>
  failureTexts.includes(alert);
export const isLoadFailureShown = ({ notices }: Snapshot) =>
  notices.some((text) => text.startsWith(chunkFailureTexts.title));

/** Returns whether the field shows the remembered email. */
const isRemembered = (form: Snapshot['form'], field: string) =>
  field === 'email' && form?.isEmailRemembered;

/** Stores the form's values and `typed` as a draft. Returns the draft's name. */
export function storeDraft(visit: Visit, typed: Values): string {
  const { snapshot, drafts } = visit;
  const { form } = snapshot;
  // Drafts store no blank fields, except for drafts of an edit.
  const fields = Object.entries(form?.values ?? {}).filter(
    ([field, text]) => (form?.editedId || text) && !isRemembered(form, field),
  );

  const draftName = getNameOfDraft(visit);
  const { values: oldValues, earlier = [] } = drafts.get(draftName) ?? {};
  drafts.set(draftName, {
    values: { ...oldValues, ...Object.fromEntries(fields), ...typed },
    earlier: oldValues ? [...earlier, oldValues] : [],
    loadedAt: snapshot.loadedAt,
  });
  return draftName;
}

/** `check` reports a problem if the condition is false, `failIf` if it is true. */
type Checker = (condition: unknown, problem: string) => void;

/** Milliseconds until the unsent button must show a new submission. */
const maxListingDelay = 2000;
/** A refusal logs the form, the id and the error code, but no personal data. */
const allowedLinePattern = /^pear: \w+ [\w-]+( was not accepted)?: [\w/-]+$/;

/** Returns errors that must never occur, and problems that may still disappear. */
export function checkVisit(session: Session, visit: Visit) {
  const { snapshot, choices, mustKeepFocus } = visit;
  const { title, focus, key } = snapshot;
  const consoleLines = session.browser.consoleLines ?? [];
  const errors = consoleLines.filter((line) => !allowedLinePattern.test(line));
  const failIf: Checker = (isTrue, text) => {
    if (isTrue) errors.push(text);
  };
  const problems: string[] = [];
  const check: Checker = (isTrue, text) => {
    if (!isTrue) problems.push(text);
  };

  check(snapshot.isLoaded, 'the page has not hydrated');
  // A route change updates the address before it renders the page.
  const route = findRoute(snapshot.path) ?? notFoundRoute;
  const isRouteShown = title === route.title;
  check(isRouteShown, `'${title}' is not the page's title`);
  check(focus !== 'lost', 'the focused element is invisible');
  check(!mustKeepFocus || !focus.startsWith('body'), 'nothing has the focus');
  check(!snapshot.isFocusHidden, `the focused ${focus} is covered or cut`);

  const choice = isRouteShown ? choices.get(key) : undefined;
  const isChoiceKept = choice === undefined || choice === snapshot.choices;
  check(isChoiceKept, `'${choice}' was chosen, and not '${snapshot.choices}'`);

  const hasNotice = (text: string) => snapshot.notices.includes(text);
  // The unsent button replaces the offline notice.
  const isOfflineNoticeDue = !snapshot.isOnline && !snapshot.unsentButton;
  const isNoticeShown = hasNotice(noticeTexts.offline);
  check(isNoticeShown === isOfflineNoticeDue, 'a wrong offline notice');
  const isFalseUpdate = hasNotice(noticeTexts.update) && !session.hasNewVersion;
  failIf(isFalseUpdate, 'an update notice without an update');

  checkOutbox(session, visit, failIf);
  checkUnsent(visit, check);

  if (isRouteShown) {
    checkStatus(session, visit, check, failIf);
    checkDraft(session, visit, check);
  }
  return { errors, problems };
}

/** Checks that no submission is lost or reappears, and that refusals last until a retry. */
function checkOutbox(session: Session, visit: Visit, failIf: Checker) {
  const { messages, network } = session;
  const { submissions } = visit;
  for (const { id, state } of submissions) {
    const message = messages.get(id);
    failIf(!message, `nobody has submitted ${id}`);
    failIf(message?.removalIndex !== undefined, `${id} has returned`);
    if (message && state === 'failed') message.isRefused = true;
    else failIf(message?.isRefused, `${id} is no longer refused`);
  }

  const storedCommits = network.log.filter(({ storedAt }) => storedAt);
  const storedIds = storedCommits.flatMap((commit) => commit.ids);
  const foundIds = new Set([...storedIds, ...submissions.map(({ id }) => id)]);

  for (const [id, { removalIndex }] of messages)
    failIf(removalIndex === undefined && !foundIds.has(id), `${id} is lost`);
}

/** Checks that the unsent button and dialog show the submissions of the outbox. */
function checkUnsent({ snapshot, submissions }: Visit, check: Checker) {
  const { unsentButton: label = '', dialog, isClosing } = snapshot;
  const isFailed = ({ state }: StoredRecord) => state === 'failed';
  const failedCount = submissions.filter(isFailed).length;
  const waitingCount = submissions.length - failedCount;

  const isRecent = ({ state, attempts, createdAt }: StoredRecord) => {
    const age = Date.now() - Number(createdAt);
    return state === 'queued' && attempts === 0 && age < maxListingDelay;
  };
  const recentCount = submissions.filter(isRecent).length;

  const labels = Array.from({ length: recentCount + 1 }, (_, hiddenCount) =>
    submissions.length > hiddenCount
      ? getUnsentLabel(waitingCount - hiddenCount, failedCount)
      : '',
  );

  check(labels.includes(label), `the button is '${label}', not '${labels[0]}'`);
  check(!isClosing, 'a closed dialog in the page disables the unsent button');

  if (!dialog) return;

  const { items, lead, announcement } = dialog;
  const listedIds = items.map(({ id }) => id);

  const isListed = (record: StoredRecord) =>
    isRecent(record) || listedIds.includes(record.id);
  check(submissions.every(isListed), 'the dialog does not list all messages');

  for (const { id, state } of items) {
    const submission = submissions.find((record) => record.id === id);
    const { refused, waiting } = unsentTexts.states;
    const expectedState = submission?.state === 'failed' ? refused : waiting;
    const isStateTrue = submission && state === expectedState;
    check(isStateTrue, `the dialog says '${state}' of ${id}`);
  }

  const expectedLead =
    listedIds.length > 0 ? unsentTexts.lead : unsentTexts.empty;
  check(lead === expectedLead, `the dialog begins with '${lead}'`);

  const { notDone, wait } = unsentTexts;
  const isStuck = [notDone, wait].includes(announcement);
  check(!isStuck, `the dialog says '${announcement}'`);
}

/** Checks that the thank-you or error matches the state of the submission. */
function checkStatus(
  { messages, network, hasForgotten }: Session,
  { snapshot, acceptedId: id = '', submissions, receipts }: Visit,
  check: Checker,
  failIf: Checker,
): void {
  const { form, thanks, alert } = snapshot;
  const submission = submissions.find((record) => record.id === id);
  const commits = network.log.filter(({ ids }) => ids.includes(id));

  if (thanks) {
    const { line } = thanks;
    const isSent = receipts.some((receipt) => receipt.id === id);
    const message = messages.get(id);
    const isStored = commits.some(({ storedAt }) => storedAt);
    const mayBeGone = message?.removalIndex !== undefined || hasForgotten;

    failIf(!message, 'a thank-you without a message');
    failIf(line === statusTexts.sent && !isStored, "'Sent.', and not stored");
    failIf(line === statusTexts.gone && !mayBeGone, 'nobody has removed it');

    const allowedTexts = submission ? ['', ...Object.values(queuedTexts)] : [];
    if (isSent || (hasForgotten && !submission))
      allowedTexts.push(statusTexts.sent);
    if (!submission && !isSent) allowedTexts.push(statusTexts.gone);
    const isStatusCorrect =
      submission?.state !== 'failed' && allowedTexts.includes(line);
    const state = submission?.state ?? (isSent ? 'sent' : 'gone');
    check(isStatusCorrect, `'${line}' is shown for a message that is ${state}`);
  }

  const isRefused = commits.some(({ refusedAt }) => refusedAt);
  failIf(isRefusalShown(snapshot) && !isRefused, `${id} was not refused`);

  const isWaiting = submissions.some(({ id }) => id === form?.editedId);
  failIf(alert === conflictText && isWaiting, 'the conflict text is false');
}

/** Checks that the form shows the text that was typed but not yet submitted. */
function checkDraft(session: Session, visit: Visit, check: Checker): void {
  const { snapshot, acceptedId } = visit;
  const { form } = snapshot;
  // A page from the back-forward cache may show the text of a refused submission.
  if (!form || acceptedId || isRefusalShown(snapshot)) return;

  const draft = visit.drafts.get(getNameOfDraft(visit));
  // In Firefox, a page from the back-forward cache misses later changes of storage.
  if (snapshot.isFirefox && draft && snapshot.loadedAt < draft.loadedAt) return;

  // Only when a form opens, it takes over the text of a closed or killed window.
  const takesOver = visit.isApp && !draft && form.id !== visit.checkedFormId;
  const values = takesOver ? takeOverText(session, visit, form) : draft?.values;
  const wrongFields = findWrongFields(form, values);
  for (const { expected, shown } of wrongFields)
    check(false, `'${expected}' was typed, and '${shown}' is shown`);
  if (wrongFields.length === 0) visit.checkedFormId = form.id;
}

/**
 * Returns the text of a closed or killed window that this form has to show, if the form
 * has no text of its own. If the form shows the text, the text belongs to this window now.
 */
function takeOverText(
  { leftTexts }: Session,
  visit: Visit,
  form: ShownForm,
): Values | undefined {
  const draftName = getNameOfDraft(visit);
  const candidates = leftTexts.filter((text) => text.draftName === draftName);
  const shownText = candidates.find(
    ({ values }) => findWrongFields(form, values).length === 0,
  );
  if (!shownText) return candidates[0]?.values;

  const { values } = shownText;
  const { loadedAt } = visit.snapshot;
  visit.drafts.set(draftName, { values, earlier: [], loadedAt });
  leftTexts.splice(leftTexts.indexOf(shownText), 1);
  return values;
}

/** Returns the fields of the form that do not show this draft. */
function findWrongFields(form: ShownForm, draftValues: Values = {}) {
  const fields = Object.entries(form.values).map(([field, shown]) => {
    // An edited submission or a remembered email fills the field without typing.
    const isPrefilled = form.editedId || isRemembered(form, field);
    const expected = draftValues[field] ?? (isPrefilled ? shown : '');
    return { shown, expected };
  });
  return fields.filter(({ shown, expected }) => shown !== expected);
}
